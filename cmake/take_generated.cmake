# Takes what grammarc made of the pages for another build, or makes it with GRAMMARC where that is older than a page or
# than GRAMMARC itself.
# usage: cmake -DGRAMMARC=PROGRAM -DTAKEN=FOLDER -DSOURCES=FOLDER -DSPEC=FOLDER -P take_generated.cmake

file(GLOB_RECURSE made_of ${SPEC}/*.md ${SPEC}/tools.json)
set(is_new TRUE)
foreach(each ${made_of} ${GRAMMARC})
  if(NOT EXISTS ${TAKEN}/made OR ${each} IS_NEWER_THAN ${TAKEN}/made)
    set(is_new FALSE)
  endif()
endforeach()
if(is_new)
  file(GLOB sources ${TAKEN}/*.cpp)
  file(MAKE_DIRECTORY ${SOURCES})
  foreach(each ${sources})
    cmake_path(GET each FILENAME name)
    file(COPY_FILE ${each} ${SOURCES}/${name} ONLY_IF_DIFFERENT)
  endforeach()
else()
  execute_process(COMMAND ${GRAMMARC} --sources ${SOURCES} ${SPEC} COMMAND_ERROR_IS_FATAL ANY)
endif()
