# What `cmake --install` puts into a system, and the packages of CPack, in three components:
#   program  flangeway, its man page, the completion of the shells, the models
#   library  libflangeway.so with the public headers (include/flangeway), libflangeway_contact.so for other languages,
#            what find_package and pkg-config ask for
#   python   the Python module
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Sanitizer builds have no shared library. It needs nothing of its users but its headers.
if(TARGET flangeway_shared)
  target_compile_features(flangeway_shared INTERFACE cxx_std_20)
  target_include_directories(flangeway_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS flangeway_shared EXPORT flangeway LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
  # find_package(flangeway) gives flangeway::flangeway: include <flangeway/…> and link it.
  install(EXPORT flangeway NAMESPACE flangeway:: FILE flangeway-config.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/flangeway COMPONENT library)
endif()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/flangeway)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/flangeway-config-version.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/flangeway.pc.in ${CMAKE_BINARY_DIR}/flangeway.pc @ONLY)

install(FILES ${CMAKE_BINARY_DIR}/flangeway-config-version.cmake DESTINATION ${config_folder} COMPONENT library)
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
# The libraries that libflangeway.so is linked with, none of their headers.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-flangeway)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3-numpy")
include(CPack)
cpack_add_component(program DESCRIPTION "Open simulator of railway vehicles on their tracks: the program")
cpack_add_component(library DESCRIPTION "Open simulator of railway vehicles on their tracks: the C++ library")
cpack_add_component(python DESCRIPTION "Open simulator of railway vehicles on their tracks: the Python module")
