# Finds RE2, for the build and for programs that link the installed library: its CMake package where it has one, which
# is the case since 2023; else header and library in the usual places. Makes the target re2::re2.

find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
  find_path(RE2_INCLUDE_DIR re2/re2.h)
  find_library(RE2_LIBRARY re2)
  mark_as_advanced(RE2_INCLUDE_DIR RE2_LIBRARY)
  if(RE2_INCLUDE_DIR AND RE2_LIBRARY)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION "${RE2_LIBRARY}"
                          INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RE2_INCLUDE_DIR}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
if(TARGET re2::re2)
  set(re2_target re2::re2)
endif()
find_package_handle_standard_args(re2 REQUIRED_VARS re2_target)
