#include "bindings.hpp"
#include "flangeway/core/standard_descriptors.hpp"
#include "flangeway/core/version.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace flangeway::python;
  flangeway::open_standard_descriptors();
  m.doc() = "The compiled part of flangeway; use the package.";
  m.attr("__version__") = flangeway::version();
  bind_core(m);
  bind_profile(m);
  bind_track(m);
  bind_recording(m);
  bind_geometry(m);
  bind_contact(m);
  bind_law(m);
  bind_assess(m);
  bind_results(m);
  bind_simulate(m);
  bind_campaign(m);
  bind_uncertainty(m);
}
