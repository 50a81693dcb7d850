# libtoolcall.so: the functions of toolcall.h, and nothing else that a program could come to depend on. Its number is
# that of the binary interface. It holds what it needs of the static library, whose code is therefore compiled to lie
# anywhere; -fno-semantic-interposition keeps that from costing calls within the library.

foreach(target toolcall toolcall_engine toolcall_c_interface)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endforeach()

# In the library is also what reads pages, which no object of it asks for.
function(toolcall_share_pages library)
  foreach(part toolcall_pages grammarc_parts)
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${part} PRIVATE -ffunction-sections)
    add_dependencies(${library} ${part})
  endforeach()
  target_link_libraries(${library} PRIVATE $<TARGET_FILE:toolcall_pages> $<TARGET_FILE:grammarc_parts>
                        $<TARGET_FILE:toolcall>)
  target_link_options(${library} PRIVATE -Wl,-u,toolcall_dialect_of_page)
endfunction()

set(exports ${CMAKE_CURRENT_LIST_DIR}/exports.map)
add_library(toolcall_shared SHARED $<TARGET_OBJECTS:toolcall_c_interface>)
add_library(toolcall::c ALIAS toolcall_shared)
set_target_properties(toolcall_shared PROPERTIES OUTPUT_NAME toolcall EXPORT_NAME c VERSION ${PROJECT_VERSION}
                      SOVERSION ${toolcall_abi_version} LINK_DEPENDS ${exports})
target_include_directories(toolcall_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_libraries(toolcall_shared PRIVATE toolcall)
target_link_options(toolcall_shared PRIVATE -Wl,--version-script=${exports} -Wl,--gc-sections)
if(TOOLCALL_SANITIZE)
  target_link_options(toolcall_shared PUBLIC -fsanitize=${TOOLCALL_SANITIZERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # which leaves out what only C++ needs where it links a program in C
    target_link_options(toolcall_shared INTERFACE -fsanitize-link-c++-runtime -lstdc++)
  endif()
else()
  target_link_options(toolcall_shared PRIVATE -Wl,-z,defs)  # with a sanitizer, its functions are in the program
endif()
