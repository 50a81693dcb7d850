# What toolcall builds with, when it is built for WebAssembly. A package that is only headers is that of the host,
# reached through a link of its own: the host's include folder as a whole would hide Emscripten's C library. RE2 is
# compiled, from the folder FETCHCONTENT_SOURCE_DIR_RE2 (cmake/re2_source.sh fills one) or, with TOOLCALL_FETCH, from
# what dependencies.cmake fetches.

set(TOOLCALL_HEADERS /usr/include /usr/local/include CACHE PATH "Where packages of headers are, for WebAssembly")

# toolcall_borrow(TARGET FOLDER): after it, TARGET exists, if the folder of headers does.
function(toolcall_borrow target folder)
  foreach(place ${TOOLCALL_HEADERS})
    if(EXISTS ${place}/${folder} AND NOT TARGET ${target})
      file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
      file(CREATE_LINK ${place}/${folder} ${CMAKE_BINARY_DIR}/headers/${folder} SYMBOLIC)
      add_library(${target} INTERFACE IMPORTED GLOBAL)
      target_include_directories(${target} SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/headers)
    endif()
  endforeach()
endfunction()

toolcall_borrow(taocpp::pegtl tao)
toolcall_borrow(nlohmann_json::nlohmann_json nlohmann)
toolcall_borrow(valijson valijson)

# RE2 asks for threads, and would get the flag for them, which makes another kind of program. One thread needs no flag.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
