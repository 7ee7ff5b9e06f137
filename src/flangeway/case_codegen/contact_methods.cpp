#include "flangeway/case_codegen/contact_methods.hpp"

namespace flangeway::case_codegen {

const ContactCode* contact_code(wheelrail::Method method) {
  for (const ContactCode* code : contact_codes) {
    if (code->method == method) return code;
  }
  return nullptr;
}

}  // namespace flangeway::case_codegen
