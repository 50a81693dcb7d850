# What toolcall builds with: installed packages first; with TOOLCALL_FETCH, what is missing is fetched.

include(FetchContent)

# toolcall_needs(NAME TARGET REPOSITORY TAG): after it, TARGET exists.
function(toolcall_needs name target repository tag)
  if(NOT TARGET ${target})
    find_package(${name} QUIET GLOBAL)
  endif()
  if(NOT TARGET ${target} AND TOOLCALL_FETCH)
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM)
    FetchContent_MakeAvailable(${name})
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "toolcall needs ${name}. Install it (docs/building.md), or configure with -DTOOLCALL_FETCH=ON.")
  endif()
endfunction()

if(EMSCRIPTEN)
  include(emscripten)
endif()

toolcall_needs(pegtl taocpp::pegtl https://github.com/taocpp/PEGTL 3.2.7)
toolcall_needs(nlohmann_json nlohmann_json::nlohmann_json https://github.com/nlohmann/json v3.11.2)
if(TOOLCALL_ONLY_GRAMMARC)
  return()
endif()

# Debian's package of valijson has no imported target of this name, and its headers lie in the usual place.
if(NOT TARGET valijson)
  find_package(valijson QUIET)
endif()
if(NOT TARGET valijson)
  find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp)
  if(VALIJSON_INCLUDE_DIR)
    add_library(valijson INTERFACE)
    target_include_directories(valijson SYSTEM INTERFACE ${VALIJSON_INCLUDE_DIR})
  else()
    toolcall_needs(valijson valijson https://github.com/tristanpenman/valijson v1.0)
  endif()
endif()

set(RE2_BUILD_TESTING OFF CACHE BOOL "Build RE2's own tests, where RE2 is fetched")
toolcall_needs(re2 re2::re2 https://github.com/google/re2 2022-06-01)

if(TOOLCALL_CLI)
  toolcall_needs(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11 v2.1.2)
endif()

# The server: Beast for HTTP, OpenSSL for https, toml++ for its file. Of Boost only headers are needed.
if(TOOLCALL_CLI AND TOOLCALL_SERVE)
  find_package(Boost 1.74 QUIET)
  find_package(OpenSSL 3 QUIET)
  find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h)
  if(NOT Boost_FOUND OR NOT OPENSSL_FOUND OR NOT TOMLPLUSPLUS_INCLUDE_DIR)
    message(FATAL_ERROR "toolcall serve needs the headers of Boost 1.74 (Beast), OpenSSL 3 and toml++. Install them "
            "(docs/building.md), or configure with -DTOOLCALL_SERVE=OFF.")
  endif()
  add_library(tomlplusplus_headers INTERFACE)
  add_library(tomlplusplus::headers ALIAS tomlplusplus_headers)
  target_include_directories(tomlplusplus_headers SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE_DIR})
endif()
