# Our own code compiles without warnings, in GCC 12 and in Clang 14; with TOOLCALL_SANITIZE it also runs under watch, of
# TOOLCALL_SANITIZERS.

option(TOOLCALL_WERROR "Warnings are errors" ${PROJECT_IS_TOP_LEVEL})
set(TOOLCALL_SANITIZERS address,undefined CACHE STRING "What TOOLCALL_SANITIZE compiles with, or thread")
set(toolcall_sanitizers ${TOOLCALL_SANITIZERS})

function(toolcall_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  # GCC 12 warns of overlaps inside its own std::string when it joins a literal and a string at -O3 (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(TOOLCALL_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TOOLCALL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${toolcall_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # With sanitizers GCC 12 believes this of libstdc++'s <regex>, which valijson includes.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
    target_link_options(${target} PUBLIC -fsanitize=${TOOLCALL_SANITIZERS})
  endif()
endfunction()
