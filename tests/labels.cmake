# Gives tests labels, so that a contributor runs what a change can break. ctest includes this file behind the lists of
# tests of a folder, each time that it starts. The labels follow from the source of a suite:
#
#   unit     needs no driver of GL                     seek     what a replay or a smaller recording leaves out
#   replay   starts the program, or makes calls of GL  slow     takes seconds; comes in addition to the others
#   window   opens windows in an X server of its own   browser  opens a page in a browser
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
set(slow_suites ApitraceHostile Bisect ChildProcess Convert ExportC GitBisect Handles HostileCalls Index Interrupted
  ManifestPaths RandomPrograms RandomSlices RewriteFiles RunCommand RunEndsEarly RunToml Shrink SpeedJudgement Trim)
set(slow_tests "^shadows_are_true|Zink|^Alignment.OfLong|^ApitraceSamples.Cut|^ListCostsTest.Very|^Pack.What|\
^Unpack.Changed|^Wip15Hostile.AllBlocks")

file(GLOB_RECURSE sources ${CMAKE_CURRENT_LIST_DIR}/*_test.cc)
foreach(source IN LISTS sources)
  file(STRINGS ${source} needs_driver LIMIT_COUNT 1
    REGEX "headless_test\\.h|program_test\\.h|commands/program\\.h|RealTraces")
  file(STRINGS ${source} needs_browser LIMIT_COUNT 1 REGEX "Browser::is_installed")
  file(STRINGS ${source} needs_window LIMIT_COUNT 1 REGEX "Xvfb")
  set(labels unit)
  if(needs_driver OR source MATCHES "/(commands|handlers)/")
    set(labels replay)
  endif()
  if(source MATCHES "/(seek|slice|trim|shrink)[_/]|/trim_test|/shrink_test")
    list(APPEND labels seek)
  endif()
  if(needs_browser)
    list(APPEND labels browser slow)
  endif()
  if(needs_window)
    list(APPEND labels window)
  endif()
  file(STRINGS ${source} suites REGEX "^(TYPED_)?TEST(_F|_P)?\\(")
  foreach(suite IN LISTS suites)
    string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+).*" "\\1" suite "${suite}")
    set(labels_of_${suite} ${labels})
    if(suite IN_LIST slow_suites)
      list(APPEND labels_of_${suite} slow)
    endif()
  endforeach()
endforeach()

foreach(test IN LISTS glbindings_tests_TESTS loaders_tests_TESTS replay_tests_TESTS shadows_are_true)
  string(REGEX REPLACE "^(.*[./])?([A-Za-z0-9_]+)\\.[A-Za-z0-9_]+(/.*)?$" "\\2" suite "${test}")
  set(labels ${labels_of_${suite}})
  if(test MATCHES "${slow_tests}")
    list(APPEND labels slow)
  endif()
  set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
endforeach()
cmake_policy(POP)
