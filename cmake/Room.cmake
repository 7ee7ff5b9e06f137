# A room is one folder of src/flangeway, one static library, one test program.
#
#   flangeway_room(NAME track
#                  SOURCES alignment.cpp irregularity.cpp
#                  ROOMS core math document        # the only rooms it may include
#                  LIBRARIES fmt::fmt              # libraries in its public headers
#                  PRIVATE_LIBRARIES hdf5 …        # libraries in its sources only
#                  TESTS alignment_test.cpp …)     # files of test/
#
# tests/support/check_includes.py holds the includes of each room against ROOMS.

# Compiled like this everywhere. errno and trapping arithmetic are not used,
# so that square roots become one instruction; nothing else of -ffast-math is.
add_library(flangeway_options INTERFACE)
target_compile_options(flangeway_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -fno-math-errno -fno-trapping-math
  # Vectors of four doubles pass between our own functions only.
  -Wno-psabi
  # GCC 12 reports std::string temporaries that are initialised (GCC bug 105562).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# The compiler of the continuous tests holds the sources free of warnings. Others know other warnings: there they are
# shown and do not stop a user's build.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(warnings_are_errors ON)
else()
  set(warnings_are_errors OFF)
endif()
option(FLANGEWAY_WARNINGS_AS_ERRORS "Stop at the first warning" ${warnings_are_errors})
if(FLANGEWAY_WARNINGS_AS_ERRORS)
  target_compile_options(flangeway_options INTERFACE -Werror)
endif()
target_include_directories(flangeway_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
# Clang holds Eigen to the alignment of a vector of four doubles where Eigen itself expects 16 bytes.
target_compile_definitions(flangeway_options INTERFACE $<$<CXX_COMPILER_ID:Clang>:EIGEN_MAX_STATIC_ALIGN_BYTES=32>)
if(FLANGEWAY_PORTABLE)
  target_compile_definitions(flangeway_options INTERFACE FLANGEWAY_PORTABLE)
endif()
if(FLANGEWAY_SANITIZE)
  target_compile_options(flangeway_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    # A null pointer stops the program anyway; checking for it and these three costs a third of the compilation.
    -fno-sanitize=null,alignment,object-size,vptr)
  target_link_options(flangeway_options INTERFACE -fsanitize=address,undefined)
endif()

function(flangeway_room)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;ROOMS;LIBRARIES;PRIVATE_LIBRARIES;TESTS" ${ARGN})
  set(target flangeway_${ROOM_NAME})
  add_library(${target} STATIC ${ROOM_SOURCES})
  # For the Python module, which is a shared library. Names hidden, calls and constants are as direct as in a program.
  if(NOT FLANGEWAY_SANITIZE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
  endif()
  add_library(flangeway::${ROOM_NAME} ALIAS ${target})
  list(TRANSFORM ROOM_ROOMS PREPEND flangeway_ OUTPUT_VARIABLE room_targets)
  target_link_libraries(${target} PUBLIC flangeway_options ${room_targets} ${ROOM_LIBRARIES}
                                  PRIVATE ${ROOM_PRIVATE_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY FLANGEWAY_ROOMS ${ROOM_NAME})
  if(FLANGEWAY_BUILD_TESTS AND ROOM_TESTS)
    list(TRANSFORM ROOM_TESTS PREPEND test/)
    flangeway_test(NAME ${ROOM_NAME}_test SOURCES ${ROOM_TESTS} LIBRARIES ${target})
  endif()
endfunction()

# A GoogleTest program; each of its tests becomes one ctest entry.
# Every test can include what tests/support has: #include "support/allocation_guard.hpp".
# FLANGEWAY_SOURCE_DIR points to the checkout, FLANGEWAY_SHARED_DIR beside it (it may be missing: skip).
include(GoogleTest)
function(flangeway_test)
  cmake_parse_arguments(TEST "" "NAME" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LIBRARIES} flangeway_test_support GTest::gmock GTest::gtest_main)
  target_include_directories(${TEST_NAME} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${TEST_NAME} PRIVATE
    FLANGEWAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    FLANGEWAY_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared"
    FLANGEWAY_EXECUTABLE="${CMAKE_BINARY_DIR}/bin/flangeway")
  gtest_discover_tests(${TEST_NAME} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES
                       PROPERTIES TIMEOUT 600 LABELS "${TEST_LABELS}")
endfunction()
