// How exactly products with influence coefficients are calculated.
#pragma once

namespace flangeway::contact::halfspace {

/// What a product is calculated with. A single one takes about half the time; its error is about 1e-7 of the
/// largest result.
enum class Precision { full, single };

}  // namespace flangeway::contact::halfspace
