# The dialects as data: sources that grammarc makes of the pages of spec/, and that no repository holds, because a change
# of a line there moves thousands of their numbers.
#
# After it, toolcall_grammar_sources are those of the library and toolcall_page_texts that of the programs that show
# pages; who compiles one of them depends on the target toolcall_grammar. They come from
# - a source archive, which has them in generated/ (cmake/source_archive.sh);
# - the program that TOOLCALL_GRAMMARC_HOST names, a grammarc that runs here;
# - where this build is for another system, a grammarc that is built for this one beside it;
# - else this build's own grammarc.

set(TOOLCALL_GRAMMARC_HOST "" CACHE FILEPATH "A grammarc that runs on this machine, instead of one that is built")
set(TOOLCALL_GENERATED_HOST "" CACHE PATH "The folder generated of another build, whose sources are taken while no page is newer")

block(PROPAGATE toolcall_grammar_sources toolcall_page_texts)
  set(spec ${PROJECT_SOURCE_DIR}/spec)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  if(TOOLCALL_GENERATED)
    set(generated ${PROJECT_SOURCE_DIR}/generated)
    if(NOT EXISTS ${generated}/program.cpp)
      message(FATAL_ERROR "TOOLCALL_GENERATED takes what grammarc makes of spec/ from ${generated}, and there is no "
              "program.cpp: only a source archive has it. Configure with -DTOOLCALL_GENERATED=OFF.")
    endif()
  endif()

  set(toolcall_grammar_sources program.cpp head_program.cpp rules.cpp template_marks.cpp written_forms.cpp)
  list(TRANSFORM toolcall_grammar_sources PREPEND ${generated}/)
  set(toolcall_page_texts ${generated}/page_texts.cpp)
  if(TOOLCALL_GENERATED)
    add_custom_target(toolcall_grammar)
    return()
  endif()

  if(TOOLCALL_GRAMMARC_HOST)
    get_filename_component(run_grammarc "${TOOLCALL_GRAMMARC_HOST}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    if(NOT EXISTS ${run_grammarc})
      message(FATAL_ERROR "TOOLCALL_GRAMMARC_HOST is ${run_grammarc}, and there is no such file. It names a grammarc that "
              "runs on this machine: build/release/grammarc, say, after cmake --build build/release --target grammarc.")
    endif()
    set(grammarc_is_made ${run_grammarc})
  elseif(CMAKE_CROSSCOMPILING)
    include(ExternalProject)
    set(host ${PROJECT_BINARY_DIR}/host_grammarc)
    set(run_grammarc ${host}/grammarc)
    # What an environment for another system says of compilers is not meant for this one.
    set(here ${CMAKE_COMMAND} -E env --unset=CC --unset=CXX --unset=CFLAGS --unset=CXXFLAGS --unset=LDFLAGS
        --unset=CMAKE_TOOLCHAIN_FILE ${CMAKE_COMMAND})
    ExternalProject_Add(host_grammarc SOURCE_DIR ${PROJECT_SOURCE_DIR} BINARY_DIR ${host} PREFIX ${host}/external
                        CONFIGURE_COMMAND ${here} -G ${CMAKE_GENERATOR} -S ${PROJECT_SOURCE_DIR} -B ${host}
                                          -DTOOLCALL_ONLY_GRAMMARC=ON -DCMAKE_BUILD_TYPE=Release
                                          -DTOOLCALL_FETCH=${TOOLCALL_FETCH}
                        BUILD_COMMAND ${here} --build ${host} --target grammarc
                        BUILD_ALWAYS ON BUILD_BYPRODUCTS ${run_grammarc} INSTALL_COMMAND "")
    set(grammarc_is_made host_grammarc ${run_grammarc})
  else()
    set(run_grammarc grammarc)
    set(grammarc_is_made grammarc)
  endif()

  # grammarc leaves a file alone that it would not change, so that only what follows from a page is compiled anew. The
  # stamp is what is compared with the pages.
  file(GLOB_RECURSE spec_files CONFIGURE_DEPENDS ${spec}/*.md)
  list(APPEND spec_files ${spec}/tools.json)
  set(stamp ${generated}/made)
  set(make_sources ${run_grammarc} --sources ${generated} ${spec})
  if(TOOLCALL_GENERATED_HOST AND TOOLCALL_GRAMMARC_HOST)
    get_filename_component(taken "${TOOLCALL_GENERATED_HOST}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    set(make_sources ${CMAKE_COMMAND} -DGRAMMARC=${run_grammarc} -DTAKEN=${taken} -DSOURCES=${generated} -DSPEC=${spec}
        -P ${PROJECT_SOURCE_DIR}/cmake/take_generated.cmake)
  endif()
  add_custom_command(OUTPUT ${stamp} BYPRODUCTS ${toolcall_grammar_sources} ${toolcall_page_texts}
                     COMMAND ${make_sources}
                     COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
                     DEPENDS ${grammarc_is_made} ${spec_files}
                     COMMENT "Compiling the pages of spec/" VERBATIM)
  add_custom_target(toolcall_grammar DEPENDS ${stamp})
endblock()
