#include "flangeway/contact/patch/subsurface/corner_stress.hpp"

#include <cmath>

namespace flangeway::contact::patch {

StressKernels corner_stress(double x, double y, double z, double poisson) {
  const double xx = x * x, yy = y * y, zz = z * z, xz = xx + zz, yz = yy + zz;
  const double rho = std::sqrt(xx + yz), product = x * y * z / rho, soft = 1 - 2 * poisson;
  const double log_y = std::asinh(y / std::sqrt(xz)), log_x = std::asinh(x / std::sqrt(yz)),
               log_z = std::log(rho + z);
  // atan(y/x) − atan(yz/(xρ)), and the same with x and y exchanged.
  const double solid = std::atan2(x * y, z * rho), turn = x * y * (xx + yy) / (rho + z);
  const double turn_x = std::atan(turn / (xx * rho + yy * z)), turn_y = std::atan(turn / (yy * rho + xx * z));
  const double tilt_x = soft * (y * log_z + z * log_y + x * turn_x),
               tilt_y = soft * (x * log_z + z * log_x + y * turn_y);
  const double inverse = x * log_y + y * log_x - z * solid;  // of 1/ρ
  const double flat_x = x / (rho + z), flat_y = y / (rho + z), level = z / rho,
               across = -rho + soft * (rho - z * log_z);
  const Stress pressure{soft * (solid - turn_x) - solid + product / xz,
                        soft * (solid - turn_y) - solid + product / yz,
                        -solid - product / xz - product / yz,
                        -soft * log_z - level,
                        zz * y / (xz * rho),
                        zz * x / (yz * rho),
                        -z * log_y - tilt_x,
                        -z * log_x - tilt_y,
                        z * solid + 2 * (1 - poisson) * inverse};
  const Stress along_x{2 * log_y + xx * y / (xz * rho) - soft * flat_y,
                       log_y - y / rho + soft * (flat_y - log_y),
                       zz * y / (xz * rho),
                       log_x - x / rho + soft * flat_x,
                       product / xz - solid,
                       -level,
                       inverse + y * log_x - z * solid + soft * (x * log_y - z * turn_x),
                       across,
                       -z * log_y + tilt_x};
  const Stress along_y{log_x - x / rho + soft * (flat_x - log_x),
                       2 * log_x + yy * x / (yz * rho) - soft * flat_x,
                       zz * x / (yz * rho),
                       log_y - y / rho + soft * flat_y,
                       -level,
                       product / yz - solid,
                       across,
                       inverse + x * log_y - z * solid + soft * (y * log_x - z * turn_y),
                       -z * log_x + tilt_y};
  return {pressure, along_x, along_y};
}

}  // namespace flangeway::contact::patch
