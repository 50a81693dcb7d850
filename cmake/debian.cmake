# Two Debian packages, made by CPack of the build with the preset "package" (make package): toolcall is the command,
# libtoolcall-dev all that a program needs to be built with the library.

if(NOT TOOLCALL_CLI OR BUILD_SHARED_LIBS)
  return()  # a shared library would be a third package, with its number in the name
endif()

# The compiled code holds that of headers whose licences want to be told.
file(READ LICENSE toolcall_copyright)
foreach(package tao-pegtl-dev nlohmann-json3-dev libvalijson-dev libcli11-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright text)
    string(APPEND toolcall_copyright "\n\nThis package holds compiled code of ${package}. What Debian says of its licence:\n\n${text}")
  endif()
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright "${toolcall_copyright}")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION share/doc/toolcall COMPONENT command EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION share/doc/libtoolcall-dev COMPONENT development
        EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME toolcall)
set(CPACK_PACKAGE_CONTACT "toolcall maintainers <toolcall@localhost>")
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME toolcall)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "reader of tool calls in the text of language models
Turns what a language model writes, as it streams in, into reasoning, visible
text and tool calls whose arguments are JSON of the types that the tools'
schemas ask for.

This package has the command.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtoolcall-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libre2-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS tao-pegtl-dev)  # for own_dialect.hpp
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "reader of tool calls in the text of language models - library
Turns what a language model writes, as it streams in, into reasoning, visible
text and tool calls whose arguments are JSON of the types that the tools'
schemas ask for.

This package has the static library, its headers, and what CMake and
pkg-config need to find them.")

include(CPack)
