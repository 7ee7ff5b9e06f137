# flangeway_embed_texts(ROOM FUNCTION FILE...): the files of runtime/ become texts of the room's library, so that the
# program needs no file beside it. Writes runtime_files.cpp, which defines FUNCTION() of the room's runtime_files.hpp.
function(flangeway_embed_texts room function)
  list(TRANSFORM ARGN PREPEND runtime/ OUTPUT_VARIABLE files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(entries "")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    get_filename_component(name ${file} NAME)
    string(APPEND entries "{\"${name}\", R\"runtime_c(${text})runtime_c\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT runtime_files.cpp @ONLY CONTENT
"#include \"flangeway/@room@/runtime_files.hpp\"
namespace flangeway::@room@ {
const std::vector<std::pair<std::string, std::string>>& @function@() {
  static const std::vector<std::pair<std::string, std::string>> files{
@entries@  };
  return files;
}
}  // namespace flangeway::@room@
")
endfunction()

# flangeway_read_texts(VARIABLE FILE...): the texts of the files, one behind the other.
function(flangeway_read_texts variable)
  set(text "")
  foreach(name IN LISTS ARGN)
    get_filename_component(file ${name} ABSOLUTE)  # one spelling of each dependency
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} one)
    string(APPEND text "${one}")
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()
