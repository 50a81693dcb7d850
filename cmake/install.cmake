# What cmake --install lays out: the library with headers, CMake package and pkg-config files ("development"), the shared
# library of the C interface ("shared"), and the command ("command"). Nothing that is installed holds a path, so the
# folder may be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_target_property(toolcall_type toolcall TYPE)

# Before version 1 the second number is that of the interface.
set_target_properties(toolcall PROPERTIES VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS toolcall EXPORT toolcall
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET toolcall_shared)
  install(TARGETS toolcall_shared EXPORT toolcall
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT shared NAMELINK_COMPONENT development
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(FILES include/toolcall.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY include/toolcall DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN *.hpp)

set(toolcall_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/toolcall)
# The folder of the build is a package, too (CMAKE_PREFIX_PATH). Headers that are compiled in mean nothing to a program
# that links; a fetched RE2 belongs to no package of a build.
get_target_property(toolcall_re2_imported re2::re2 IMPORTED)
if(toolcall_re2_imported)
  get_target_property(links toolcall INTERFACE_LINK_LIBRARIES)
  list(FILTER links EXCLUDE REGEX BUILD_INTERFACE)
  set_target_properties(toolcall PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
  export(EXPORT toolcall NAMESPACE toolcall:: FILE ${CMAKE_CURRENT_BINARY_DIR}/toolcallTargets.cmake)
  configure_file(cmake/Findre2.cmake ${CMAKE_CURRENT_BINARY_DIR}/Findre2.cmake COPYONLY)
endif()
install(EXPORT toolcall NAMESPACE toolcall:: FILE toolcallTargets.cmake DESTINATION ${toolcall_cmake_dir}
        COMPONENT development)
configure_package_config_file(cmake/toolcallConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/toolcallConfig.cmake
                              INSTALL_DESTINATION ${toolcall_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/toolcallConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/toolcallConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/toolcallConfigVersion.cmake cmake/Findre2.cmake
        DESTINATION ${toolcall_cmake_dir} COMPONENT development)

# A static library leaves RE2 to the program's link; a shared one has linked it. The static one is named as a file,
# because a linker takes -ltoolcall for the shared library of the C interface, which lies beside it.
set(toolcall_pc_requires "")
set(toolcall_pc_libraries "-L\${libdir} -ltoolcall")
if(toolcall_type STREQUAL "STATIC_LIBRARY")
  set(toolcall_pc_libraries "\${libdir}/libtoolcall.a")
  if(toolcall_re2_imported)
    set(toolcall_pc_requires re2)
  else()  # fetched, compiled and installed with toolcall, but without a .pc
    string(APPEND toolcall_pc_libraries " -L\${libdir} -lre2 -pthread")
  endif()
endif()
file(RELATIVE_PATH toolcall_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" toolcall_pc_to_prefix ${toolcall_pc_to_prefix})
file(RELATIVE_PATH toolcall_pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH toolcall_pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/toolcall.pc.in ${CMAKE_CURRENT_BINARY_DIR}/toolcall.pc @ONLY)
if(TARGET toolcall_shared)
  configure_file(cmake/toolcall-c.pc.in ${CMAKE_CURRENT_BINARY_DIR}/toolcall-c.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/toolcall-c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endif()
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/toolcall.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

if(TOOLCALL_CLI)
  if(toolcall_type STREQUAL "SHARED_LIBRARY")
    file(RELATIVE_PATH from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(toolcall_command PROPERTIES INSTALL_RPATH "$ORIGIN/${from_bin}")
  endif()
  install(TARGETS toolcall_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)

  # What the command says of itself: completions, and a man page where there is help2man. They are made when the command
  # is linked, so they are never after it.
  if(NOT CMAKE_CROSSCOMPILING)
    set(shells ${CMAKE_CURRENT_BINARY_DIR}/completions)
    file(MAKE_DIRECTORY ${shells})
    foreach(shell bash zsh fish)
      add_custom_command(TARGET toolcall_command POST_BUILD
                         COMMAND toolcall_command completions ${shell} > ${shells}/${shell})
    endforeach()
    install(FILES ${shells}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME toolcall
            COMPONENT command)
    install(FILES ${shells}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _toolcall
            COMPONENT command)
    install(FILES ${shells}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME toolcall.fish
            COMPONENT command)
    find_program(TOOLCALL_HELP2MAN help2man)
    if(TOOLCALL_HELP2MAN)
      add_custom_command(TARGET toolcall_command POST_BUILD
                         COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/man_pages.sh ${TOOLCALL_HELP2MAN}
                                 $<TARGET_FILE:toolcall_command> ${CMAKE_CURRENT_BINARY_DIR}/man)
      install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command
              FILES_MATCHING PATTERN *.1)
    endif()
  endif()
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)
