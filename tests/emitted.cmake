# The target emitted: what a parser emitted, for the tests and the fuzz targets that compare it. Compiled once.

include_guard(GLOBAL)

add_library(emitted OBJECT ${CMAKE_CURRENT_LIST_DIR}/events/emitted.cpp)
target_include_directories(emitted PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(emitted PRIVATE toolcall nlohmann_json::nlohmann_json)
toolcall_warnings(emitted)
