# What toolcall builds with: installed packages first; with TOOLCALL_FETCH, what is missing is fetched.

include(FetchContent)

# toolcall_needs(NAME TARGET REPOSITORY TAG): after it, TARGET exists.
function(toolcall_needs name target repository tag)
  find_package(${name} QUIET GLOBAL)
  if(NOT TARGET ${target} AND TOOLCALL_FETCH)
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM)
    FetchContent_MakeAvailable(${name})
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "toolcall needs ${name}. Install it (README, \"Building\"), or configure with -DTOOLCALL_FETCH=ON.")
  endif()
endfunction()

toolcall_needs(pegtl taocpp::pegtl https://github.com/taocpp/PEGTL 3.2.7)
toolcall_needs(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json v3.11.2)

# Debian's package of valijson has no imported target of this name, and its headers lie in the usual place.
find_package(valijson QUIET)
if(NOT TARGET valijson)
  find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp)
  if(VALIJSON_INCLUDE_DIR)
    add_library(valijson INTERFACE)
    target_include_directories(valijson SYSTEM INTERFACE ${VALIJSON_INCLUDE_DIR})
  else()
    toolcall_needs(valijson valijson https://github.com/tristanpenman/valijson v1.0)
  endif()
endif()

# RE2 before 2023 comes with a pkg-config file only.
find_package(re2 QUIET)
if(NOT TARGET re2::re2)
  find_path(RE2_INCLUDE_DIR re2/re2.h)
  find_library(RE2_LIBRARY re2)
  if(RE2_INCLUDE_DIR AND RE2_LIBRARY)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION ${RE2_LIBRARY}
                          INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${RE2_INCLUDE_DIR})
  else()
    toolcall_needs(re2 re2::re2 https://github.com/google/re2 2022-06-01)
  endif()
endif()

if(TOOLCALL_CLI)
  toolcall_needs(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11 v2.1.2)
endif()
