# A room is one folder of src/flangeway, one static library, one test program.
#
#   flangeway_room(NAME track
#                  PUBLIC alignment.hpp *_file.hpp … # headers for other rooms; the others are private
#                  SOURCES alignment.cpp irregularity.cpp
#                  ROOMS core math document        # the only rooms it may include
#                  LIBRARIES fmt::fmt              # libraries in its public headers
#                  PRIVATE_LIBRARIES hdf5 …        # libraries in its sources only
#                  TESTS alignment_test.cpp …      # files of test/
#                  SHARDS 4)                       # processes that share the tests, where they take more than a few seconds
#
# LIGHT after the name: the room reads, writes and checks, and calculates nothing; it is optimised less.
# TESTS_IN_RELEASE_ONLY: its tests are about numbers; the sanitizers see its code in tests/integration.
#
# tests/support/check_includes.py holds the includes of each room against ROOMS and PUBLIC.

# Most of the time of a build goes into templates that each source instantiates again. So several sources of a target are
# compiled as one, and names in their unnamed namespaces must not clash. Whoever edits one source again and again waits
# less with -DFLANGEWAY_APART=flangeway_ROOM.
option(FLANGEWAY_UNITY "Compile several sources of a target as one" OFF)
set(FLANGEWAY_APART "" CACHE STRING "Targets whose sources are compiled one by one all the same")
if(FLANGEWAY_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(shadow_warning -Wshadow=local)  # a local name may be that of a function in another source
elseif(FLANGEWAY_UNITY)
  set(shadow_warning "")  # other compilers do not tell local names from those
else()
  set(shadow_warning -Wshadow)
endif()

# Compiled like this everywhere. errno and trapping arithmetic are not used,
# so that square roots become one instruction; nothing else of -ffast-math is.
add_library(flangeway_options INTERFACE)
target_compile_options(flangeway_options INTERFACE
  -Wall -Wextra -Wconversion ${shadow_warning} -fno-math-errno -fno-trapping-math
  # Vectors of four doubles pass between our own functions only.
  -Wno-psabi
  # GCC 12 reports std::string temporaries that are initialised (GCC bug 105562), and in the midst of std::string bounds
  # that nothing passes (105651). The sanitizers watch bounds.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-restrict>)
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
# include/ has what other programs include, src/ the rooms.
target_include_directories(flangeway_options INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
# Clang holds Eigen to the alignment of a vector of four doubles where Eigen itself expects 16 bytes.
target_compile_definitions(flangeway_options INTERFACE $<$<CXX_COMPILER_ID:Clang>:EIGEN_MAX_STATIC_ALIGN_BYTES=32>)
if(FLANGEWAY_PORTABLE)
  target_compile_definitions(flangeway_options INTERFACE FLANGEWAY_PORTABLE)
endif()
# A bug that overwrites memory ends the program where it can be noticed, and no table of addresses can be written to
# after the start. FORTIFY needs optimisation; its third level needs GCC 12 or Clang 9, and others fall back to the second.
# The compilers of distributions make programs that lie at another address each time; package.hardened checks all of it.
if(FLANGEWAY_HARDENED AND NOT FLANGEWAY_SANITIZE)
  if((CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12) OR
     (CMAKE_CXX_COMPILER_ID MATCHES Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 9))
    set(fortify_level 3)
  else()
    set(fortify_level 2)
  endif()
  target_compile_options(flangeway_options INTERFACE
    $<$<CONFIG:Release,RelWithDebInfo>:-fstack-protector-strong>
    $<$<CONFIG:Release,RelWithDebInfo>:-U_FORTIFY_SOURCE>
    $<$<CONFIG:Release,RelWithDebInfo>:-D_FORTIFY_SOURCE=${fortify_level}>)
  target_link_options(flangeway_options INTERFACE $<$<CONFIG:Release,RelWithDebInfo>:LINKER:-z,relro,-z,now>)
endif()
if(FLANGEWAY_SANITIZE STREQUAL "thread")
  target_compile_options(flangeway_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(flangeway_options INTERFACE -fsanitize=thread)
elseif(FLANGEWAY_SANITIZE)
  target_compile_options(flangeway_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    # A null pointer stops the program anyway; checking for it and these three costs a third of the compilation.
    -fno-sanitize=null,alignment,object-size,vptr)
  target_link_options(flangeway_options INTERFACE -fsanitize=address,undefined)
endif()

# Names of functions of rooms are hidden, and they are fit for the Python module, which is a shared library: calls and
# constants are as direct as in a program.
function(flangeway_room_flags target)
  if(NOT FLANGEWAY_SANITIZE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
  endif()
endfunction()
# Tests wait for the rooms, which are optimised: of a test it is the compilation that counts. Not for programs that are
# measured: of a function in a header the linker takes any.
add_library(flangeway_compiled_fast INTERFACE)
target_compile_options(flangeway_compiled_fast INTERFACE $<$<CONFIG:Release>:-O1>)

# A source with functions in two copies (core/vectorized.hpp, math/vector_clones.hpp) is compiled alone: the compiler would
# inline its neighbours into the copy for AVX2 and fuse their products, which changes the last bits of results.
# So is a source that reads the laws of elements, so that a changed law does not compile its neighbours again.
function(flangeway_compile_together target)
  if(NOT FLANGEWAY_UNITY OR target IN_LIST FLANGEWAY_APART)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(file ${source} ABSOLUTE)
    file(STRINGS ${file} alone LIMIT_COUNT 1
         REGEX "FLANGEWAY_VECTORIZED|FLANGEWAY_VECTOR_CLONES|multibody/elements/laws/")
    if(alone)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10
                        UNITY_BUILD_CODE_BEFORE_INCLUDE "#define FLANGEWAY_COMPILED_TOGETHER")
endfunction()

# Code that reads, writes and checks is compiled with -O1, which saves a quarter to a third of the processor time.
function(flangeway_light target)
  flangeway_room_flags(${target})
  flangeway_compile_together(${target})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:flangeway_compiled_fast>)
endfunction()

function(flangeway_room)
  cmake_parse_arguments(ROOM "LIGHT;TESTS_IN_RELEASE_ONLY" "NAME;SHARDS" "PUBLIC;SOURCES;ROOMS;LIBRARIES;PRIVATE_LIBRARIES;TESTS" ${ARGN})
  set(target flangeway_${ROOM_NAME})
  add_library(${target} STATIC ${ROOM_SOURCES})
  if(ROOM_LIGHT)
    flangeway_light(${target})
  else()
    flangeway_room_flags(${target})
    flangeway_compile_together(${target})
  endif()
  add_library(flangeway::${ROOM_NAME} ALIAS ${target})
  list(TRANSFORM ROOM_ROOMS PREPEND flangeway_ OUTPUT_VARIABLE room_targets)
  target_link_libraries(${target} PUBLIC flangeway_options ${room_targets} ${ROOM_LIBRARIES}
                                  PRIVATE ${ROOM_PRIVATE_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY FLANGEWAY_ROOMS ${ROOM_NAME})
  if(FLANGEWAY_BUILD_TESTS AND ROOM_TESTS AND NOT (FLANGEWAY_SANITIZE AND ROOM_TESTS_IN_RELEASE_ONLY))
    list(TRANSFORM ROOM_TESTS PREPEND test/)
    flangeway_test(NAME ${ROOM_NAME}_test SOURCES ${ROOM_TESTS} LIBRARIES ${target} SHARDS "${ROOM_SHARDS}")
  endif()
endfunction()

# The test program knows where the libraries of tests/support/laws and of examples/own_law are.
function(flangeway_use_test_laws test)
  foreach(law test_laws other_interface saturated_linear bouc_wen)
    string(TOUPPER ${law} name)
    target_compile_definitions(${test} PRIVATE FLANGEWAY_LAW_${name}="$<TARGET_FILE:law_${law}>")
    add_dependencies(${test} law_${law})
  endforeach()
endfunction()

# A GoogleTest program, run by ctest as NAME.1 … NAME.SHARDS: each process runs its share of the tests, which is quicker
# than a process for each test. Every process writes test-results/NAME.INDEX.xml, from which
# tests/support/check_results.py counts the single tests.
# Every test can include the headers of tests/support: #include "support/allocation_guard.hpp".
# FLANGEWAY_SOURCE_DIR points to the checkout, FLANGEWAY_SHARED_DIR next to it (it may be missing: skip).
#
# Tests of long_tests.txt run in release only.
set(test_filter "")
if(FLANGEWAY_SANITIZE)
  set(long_tests ${PROJECT_SOURCE_DIR}/tests/support/long_tests.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${long_tests})
  file(STRINGS ${long_tests} names REGEX "^[^#]")
  list(JOIN names ":" skipped)
  set(test_filter "--gtest_filter=*-${skipped}")
endif()
function(flangeway_test)
  cmake_parse_arguments(TEST "" "NAME;SHARDS" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT TEST_SHARDS)
    set(TEST_SHARDS 1)
  endif()
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  flangeway_compile_together(${TEST_NAME})
  target_link_libraries(${TEST_NAME} PRIVATE ${TEST_LIBRARIES} flangeway_test_support GTest::gmock GTest::gtest_main
                                             flangeway_compiled_fast)
  target_include_directories(${TEST_NAME} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${TEST_NAME} PRIVATE
    FLANGEWAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    FLANGEWAY_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared"
    FLANGEWAY_EXECUTABLE="${CMAKE_BINARY_DIR}/bin/flangeway")
  math(EXPR last "${TEST_SHARDS} - 1")
  foreach(shard RANGE ${last})
    math(EXPR number "${shard} + 1")
    set(name ${TEST_NAME}.${number})
    add_test(NAME ${name} COMMAND ${TEST_NAME} ${test_filter})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1200 LABELS "${TEST_LABELS}" ENVIRONMENT
      "GTEST_TOTAL_SHARDS=${TEST_SHARDS};GTEST_SHARD_INDEX=${shard};GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/test-results/${name}.xml")
  endforeach()
endfunction()
