#include "flangeway/profile/standard.hpp"

#include <gtest/gtest.h>
TEST(X,Y){ for (auto k: {flangeway::profile::Kind::wheel, flangeway::profile::Kind::rail}) for (auto n: flangeway::profile::standard_profile_names(k)) { auto p=flangeway::profile::standard_profile(n); ASSERT_TRUE(p); printf("%s %g %zu\n", n.c_str(), p->curve.length(), p->curve.knots().size()); } }
