# What `cmake --install` puts into a system, and the packages of CPack, in three components:
#   program  flangeway, its man page, the completion of the shells, the models
#   library  libflangeway.a of all rooms, libflangeway_contact.so for other languages, headers, what find_package and
#            pkg-config ask for
#   python   the Python module
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# One archive of all rooms: users link one thing, flangeway::flangeway.
get_property(rooms GLOBAL PROPERTY FLANGEWAY_ROOMS)
set(objects "")
foreach(room IN LISTS rooms)
  list(APPEND objects $<TARGET_OBJECTS:flangeway_${room}>)
endforeach()
add_library(flangeway_library STATIC ${objects})
set_target_properties(flangeway_library PROPERTIES OUTPUT_NAME flangeway EXPORT_NAME flangeway LINKER_LANGUAGE CXX)
target_compile_features(flangeway_library INTERFACE cxx_std_20)
target_include_directories(flangeway_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# Vectors of four doubles pass between functions of the library only.
target_compile_options(flangeway_library INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)
if(FLANGEWAY_PORTABLE)
  target_compile_definitions(flangeway_library INTERFACE FLANGEWAY_PORTABLE)
endif()
# flangeway-config.cmake finds these.
target_link_libraries(flangeway_library INTERFACE
  $<INSTALL_INTERFACE:Eigen3::Eigen$<SEMICOLON>fmt::fmt$<SEMICOLON>nlohmann_json::nlohmann_json>
  $<INSTALL_INTERFACE:flangeway::hdf5$<SEMICOLON>flangeway::zip$<SEMICOLON>flangeway::http$<SEMICOLON>pugixml::pugixml$<SEMICOLON>TBB::tbb$<SEMICOLON>Threads::Threads>)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/flangeway)
configure_package_config_file(cmake/flangeway-config.cmake.in ${CMAKE_BINARY_DIR}/flangeway-config.cmake
                              INSTALL_DESTINATION ${config_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/flangeway-config-version.cmake COMPATIBILITY SameMinorVersion)
list(GET HDF5_C_LIBRARIES 0 hdf5_library)
get_filename_component(HDF5_FOLDER ${hdf5_library} DIRECTORY)
file(RELATIVE_PATH PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/flangeway.pc.in ${CMAKE_BINARY_DIR}/flangeway.pc @ONLY)

install(TARGETS flangeway_library EXPORT flangeway ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT flangeway NAMESPACE flangeway:: FILE flangeway-targets.cmake DESTINATION ${config_folder}
        COMPONENT library)
install(FILES ${CMAKE_BINARY_DIR}/flangeway-config.cmake ${CMAKE_BINARY_DIR}/flangeway-config-version.cmake
        DESTINATION ${config_folder} COMPONENT library)
install(FILES ${CMAKE_BINARY_DIR}/flangeway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
# The library of contacts for other languages: it depends on nothing that its users would have to know.
if(TARGET flangeway_contact_shared)
  target_include_directories(flangeway_contact_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS flangeway_contact_shared EXPORT flangeway_contact LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
  install(EXPORT flangeway_contact NAMESPACE flangeway:: FILE flangeway_contact-config.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flangeway_contact COMPONENT library)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/flangeway_contact-config-version.cmake COMPATIBILITY SameMinorVersion)
  configure_file(cmake/flangeway_contact.pc.in ${CMAKE_BINARY_DIR}/flangeway_contact.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/flangeway_contact-config-version.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flangeway_contact COMPONENT library)
  install(FILES ${CMAKE_BINARY_DIR}/flangeway_contact.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
  install(FILES include/flangeway_contact.h examples/contact_library/flangeway_contact.f90
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
endif()
install(DIRECTORY include/flangeway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
get_property(headers GLOBAL PROPERTY FLANGEWAY_PUBLIC_HEADERS)
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/flangeway/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flangeway/${folder} COMPONENT library)
endforeach()

install(TARGETS flangeway COMPONENT program)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/flangeway COMPONENT program)
# The verb that prints them reads the definitions of all verbs.
set(shell_files ${CMAKE_BINARY_DIR}/shell)
set(made "")
function(flangeway_shell_file kind file destination)
  add_custom_command(OUTPUT ${shell_files}/${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_files}
    COMMAND flangeway completion ${kind} > ${shell_files}/${file} DEPENDS flangeway VERBATIM)
  install(FILES ${shell_files}/${file} DESTINATION ${destination} COMPONENT program)
  set(made ${made} ${shell_files}/${file} PARENT_SCOPE)
endfunction()
flangeway_shell_file(man flangeway.1 ${CMAKE_INSTALL_MANDIR}/man1)
flangeway_shell_file(bash flangeway ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
flangeway_shell_file(zsh _flangeway ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
flangeway_shell_file(fish flangeway.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
add_custom_target(flangeway_shell ALL DEPENDS ${made})

foreach(component program library)
  install(FILES NOTICE LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}/${component} COMPONENT ${component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the authors of Flangeway <flangeway@invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME flangeway)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libflangeway-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "libeigen3-dev, libfmt-dev, nlohmann-json3-dev, libhdf5-dev, libtbb-dev, libzip-dev, libpugixml-dev, libcpp-httplib-dev")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-flangeway)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3-numpy")
include(CPack)
cpack_add_component(program DESCRIPTION "Open simulator of railway vehicles on their tracks: the program")
cpack_add_component(library DESCRIPTION "Open simulator of railway vehicles on their tracks: the C++ library")
cpack_add_component(python DESCRIPTION "Open simulator of railway vehicles on their tracks: the Python module")
