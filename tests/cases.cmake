# What ctest knows by name: each case of a program of Catch2, and each page of spec/ that has examples.

# What does not exist must fail, not pass as nothing.
set(toolcall_no_case_fails --warn UnmatchedTestSpec)
if(Catch2_VERSION AND Catch2_VERSION VERSION_LESS 3)
  set(toolcall_no_case_fails --warn NoTests)
endif()

# toolcall_cases(NAME LABELS SOURCES...): a case of NAME_tests is the test "NAME/FILE: its name", FILE being its source
# without _test. The names are read from the sources when CMake runs, which it does again when one of them changes, so no
# program has to run to list them. Cases with the tag [page] are those of toolcall_page_tests. To start a program costs a
# sanitizer more than most cases do, so there a test is a file, "NAME/FILE"; so it is everywhere if one of its cases has the
# tag [together], because what they begin with takes longer than the cases.
function(toolcall_cases name labels)
  foreach(source ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(REGEX MATCHALL "\nTEST_CASE\\(" begins "${text}")
    string(REGEX MATCHALL "\nTEST_CASE\\([ \n]*\"[^\"]*\"(,[ \n]*\"[^\"]*\")?" cases "${text}")
    list(LENGTH begins count)
    list(LENGTH cases count_of_names)
    if(NOT count EQUAL count_of_names)
      message(FATAL_ERROR "${source} has ${count} cases, and ${count_of_names} with a name that CMake can read: without ; [ ] and \"")
    endif()
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "_test$" "" file ${stem})
    list(FILTER cases EXCLUDE REGEX "\"\\[page\\]\"$")
    if(cases AND (TOOLCALL_SANITIZE OR text MATCHES "\"\\[together\\]\""))
      toolcall_case("${name}/${file}" ${name} "${labels}" --filenames-as-tags "[#${stem}]~[page]")
      continue()
    endif()
    foreach(case ${cases})
      string(REGEX REPLACE "^\nTEST_CASE\\([ \n]*\"([^\"]*)\".*$" "\\1" title "${case}")
      if(title MATCHES "[*\\]")
        message(FATAL_ERROR "${source}: ${title}: the name of a case has no * and no \\, which mean something to Catch2")
      endif()
      string(REPLACE "," "\\," filter "${title}")  # a comma stands between filters, also within quotes
      toolcall_case("${name}/${file}: ${title}" ${name} "${labels}" "\"${filter}\"")
    endforeach()
  endforeach()
endfunction()

# toolcall_page_tests(NAME LABELS): the cases of NAME_tests with the tag [page], for each page that has examples alone, are
# the test "page/PAGE"; with a sanitizer, for all of them, "pages".
function(toolcall_page_tests name labels)
  if(TOOLCALL_SANITIZE)
    toolcall_case(pages ${name} "${labels}" [page])
    return()
  endif()
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/spec/message.md ${PROJECT_SOURCE_DIR}/spec/*/*.md)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pages})
  foreach(page ${pages})
    file(STRINGS ${page} examples REGEX "^````*example" LIMIT_COUNT 1)
    if(examples)
      cmake_path(GET page STEM title)
      toolcall_case(page/${title} ${name} "${labels}" [page])
      set_tests_properties(page/${title} PROPERTIES ENVIRONMENT TOOLCALL_PAGE=${title})
    endif()
  endforeach()
endfunction()

# toolcall_case(TITLE NAME LABELS ARGUMENTS...): what NAME_tests does with these arguments is the test TITLE.
function(toolcall_case title name labels)
  add_test(NAME "${title}" COMMAND ${name}_tests ${toolcall_no_case_fails} ${ARGN})
  # Catch2 2 says that it cannot read a filter, and succeeds.
  set_tests_properties("${title}" PROPERTIES LABELS "${labels}" TIMEOUT 1800 FAIL_REGULAR_EXPRESSION "Invalid Filter")
endfunction()
