# Three Debian packages, made by CPack of the build with the preset "package" (make package): toolcall is the command,
# libtoolcall0 the shared library of the C interface, libtoolcall-dev all that a program needs to be built with either
# library.

if(NOT TOOLCALL_CLI OR NOT TARGET toolcall_shared)
  return()
endif()

# The compiled code holds that of headers whose licences want to be told.
file(READ LICENSE toolcall_copyright)
foreach(package tao-pegtl-dev nlohmann-json3-dev libvalijson-dev libcli11-dev libboost1.74-dev libtomlplusplus-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright text)
    string(APPEND toolcall_copyright "\n\nThis package holds compiled code of ${package}. What Debian says of its licence:\n\n${text}")
  endif()
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright "${toolcall_copyright}")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION share/doc/toolcall COMPONENT command EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION share/doc/libtoolcall-dev COMPONENT development
        EXCLUDE_FROM_ALL)
set(toolcall_shared_package libtoolcall${toolcall_abi_version})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION share/doc/${toolcall_shared_package} COMPONENT shared
        EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME toolcall)
set(CPACK_PACKAGE_CONTACT "toolcall maintainers <toolcall@localhost>")
set(CPACK_COMPONENTS_ALL command shared development)
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

set(CPACK_DEBIAN_SHARED_PACKAGE_NAME ${toolcall_shared_package})
set(CPACK_DEBIAN_SHARED_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_SHARED_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # what a package depends on that links it
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENT_SHARED_DESCRIPTION "reader of tool calls in the text of language models - shared library
Turns what a language model writes, as it streams in, into reasoning, visible
text and tool calls whose arguments are JSON of the types that the tools'
schemas ask for.

This package has the shared library of the C interface.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtoolcall-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${toolcall_shared_package} (= ${PROJECT_VERSION}), libre2-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS tao-pegtl-dev)  # for custom_dialect.hpp
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "reader of tool calls in the text of language models - library
Turns what a language model writes, as it streams in, into reasoning, visible
text and tool calls whose arguments are JSON of the types that the tools'
schemas ask for.

This package has the static library for C++, what links the shared one for C,
the headers of both, and what CMake and pkg-config need to find them.")

include(CPack)
