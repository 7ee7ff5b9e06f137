// Turnouts and crossings whose rails are in files of their own.
#pragma once

#include <vector>

#include "flangeway/document/source_file.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// Reads the files of `rails.layouts` and adds their stations, gaps and check rails to those of `rails`, each
/// where its layout lies. Rails with a name get the place into it, so that two turnouts of one file do not
/// share rails. Files that are read are added to `sources`.
void place_layouts(TrackRailsSpec& rails, std::vector<document::SourceFile>& sources, Findings& findings);

}  // namespace flangeway::track
