# What most sources read of the standard library is read once for all targets that are compiled alike. No source depends
# on it: each includes what it needs, and the presets clang and wasm compile without (CMAKE_DISABLE_PRECOMPILE_HEADERS).

# toolcall_standard_headers(TARGET [ALIKE...]): TARGET compiles them, for itself and for those that are compiled alike.
function(toolcall_standard_headers target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <bitset> <map> <memory> <optional> <set> <span>
                            <string> <string_view> <utility> <variant> <vector>)
  foreach(alike ${ARGN})
    target_precompile_headers(${alike} REUSE_FROM ${target})
  endforeach()
  # In precompiled headers GCC 12 also reports, under these names, what -Wno-restrict is for (cmake/warnings.cmake).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    foreach(each ${target} ${ARGN})
      target_compile_options(${each} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
    endforeach()
  endif()
endfunction()
