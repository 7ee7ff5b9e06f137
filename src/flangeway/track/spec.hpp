// The contents of a track file, one to one. Lengths are in m; s starts at 0 at the first segment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/law/law_spec.hpp"
#include "flangeway/track/choices.hpp"
#include "flangeway/track/structure.hpp"
#include "flangeway/track/surface.hpp"

namespace flangeway::track {

/// A stretch of the track in plan view. A transition takes curvature and cant at its ends from its
/// neighbours.
struct SegmentSpec {
  SegmentKind kind = SegmentKind::straight;
  double length = 0;     ///< m, along the centreline
  double curvature = 0;  ///< 1/m, left positive; circular only; 0: not given
  double radius = 0;     ///< m, > 0, with `direction`; 0: not given
  Direction direction = Direction::left;
  double cant = 0;  ///< m, right rail above left; of a transition before another one: at its end
  TransitionShape shape = TransitionShape::clothoid;
  std::vector<double>
      curvatures;             ///< 1/m, at both ends of a transition, in place of the neighbours'; or empty
  double gravity_height = 0;  ///< m, of the line of gravity above the rails; viennese only
  SourceLocation where;
  std::string key;
};

/// A change of gradient: the two tangents meet at s and are rounded by a vertical circle.
struct GradientSpec {
  double s = 0;                  ///< m, where the tangents meet
  double gradient_permille = 0;  ///< after s; positive uphill
  double radius = 0;             ///< m, of the vertical curve; not for the first entry (s = 0)
  SourceLocation where;
  std::string key;
};

/// A point of the profile given by its height. Lengths of segments, cants and heights are then those in plan.
struct HeightSpec {
  double s = 0;       ///< m in plan, where the tangents meet
  double height = 0;  ///< m
  VerticalCurve curve = VerticalCurve::none;
  double length = 0;        ///< m in plan, of the parabola, or of the curve's part before s
  double length_after = 0;  ///< m in plan, of the part after s; 0: a symmetric parabola
  double radius = 0;        ///< m, of the circle
  SourceLocation where{};
  std::string key{};
};

/// The cant at a place, given apart from the segments.
struct CantSpec {
  double s = 0;                                       ///< m
  double cant = 0;                                    ///< m, right rail above left
  TransitionShape shape = TransitionShape::clothoid;  ///< on the way to the next entry
  SourceLocation where{};
  std::string key{};
};

/// From s on, chainage counts from this value: a break where it is not what has been reached.
struct ChainageSpec {
  double s = 0;         ///< m
  double chainage = 0;  ///< m
  bool decreasing = false;
  SourceLocation where{};
  std::string key{};
};

/// The line of a LandXML or IFC file, in place of segments, gradients, heights, cants and chainage. `cants`
/// of the track file are those of a line whose file has none.
struct AlignmentSpec {
  document::Located<std::string> file;
  document::Located<std::string> name;  ///< may be empty if the file has only one
  double gravity_height = 0;            ///< m, of Viennese bends for which the file has none
  CantUnit cant_unit = CantUnit::automatic;
  SourceLocation where;
  std::string key;
};

/// Joint of an element of a surveyed line with the previous one.
struct SurveyJoint {
  double s = 0;       ///< m in plan
  double gap = 0;     ///< m, between the end of the one and the start of the other
  double kink = 0;    ///< rad, left positive
  double misfit = 0;  ///< m, between the end of the one and where its length and curvature lead
  SourceLocation where;
  std::string key;
};

/// Data of a surveyed line beyond its shape.
struct Survey {
  double northing = 0, easting = 0;  ///< m, of the start
  double heading = 0;                ///< rad, from east towards north
  std::vector<SurveyJoint> joints;
};

/// The profile of a rail at a place. Between two places the section is interpolated.
struct StationSpec {
  double s = 0;  ///< m; of a slices file: of the place that it calls 0
  RailChoice rail = RailChoice::both;
  document::Located<std::string> name;     ///< of a rail beside the running rail; empty: the running rail
  document::Located<std::string> profile;  ///< name or file of a profile, or a slices file
  double y = 0, z = 0;                     ///< m, by which the profile is moved, in its own axes
  std::vector<double> features;            ///< mm along the profile, where its parts begin and end
  bool turned = false;                     ///< of a slices file: places count backwards (a turned layout)
  SourceLocation where;
  std::string key;
};

/// Gap in the running rail.
struct GapSpec {
  RailChoice rail = RailChoice::both;
  double from = 0, to = 0;  ///< m
  SourceLocation where;
  std::string key;
};

/// A check rail or guard rail beside a running rail, on its gauge side: the back of the wheel may touch it.
struct CheckRailSpec {
  RailChoice rail = RailChoice::both;                  ///< the running rail that it stands beside
  double from = 0, to = 0;                             ///< m
  document::Located<std::string> profile{"60e1", {}};  ///< name or file; its field side faces the wheel
  double flangeway = 0.041;     ///< m, from the gauge line to the guiding face, at the depth of the gauge
  double height = 0;            ///< m, of its top above the running plane
  double flare_length = 0.5;    ///< m, at both ends, over which it stands back more and more
  double flare_opening = 0.04;  ///< m, by which it stands back at the ends
  double stiffness = 1e8;       ///< N/m, of the check rail and its brackets against a wheel
  SourceLocation where;
  std::string key;
};

/// Rails of a turnout or a crossing from a file of their own.
struct LayoutSpec {
  document::Located<std::string> file;
  double s = 0;           ///< m, where the place lies that the file calls 0
  bool mirrored = false;  ///< left and right exchanged
  bool turned = false;    ///< laid the other way round, as by a half turn
  SourceLocation where;
  std::string key;
};

/// Lateral position of the two rails. Only passed on: turning it into geometry needs the profiles.
struct RailsSpec {
  document::Located<std::string> profile;        ///< name or file, both rails
  document::Located<std::string> profile_left;   ///< instead of `profile`, may be empty
  document::Located<std::string> profile_right;  ///< instead of `profile`, may be empty
  double inclination = 0;  ///< tangent of the rail inclination towards the track centre, β = atan
  double lateral_position =
      0;                 ///< m, Lr: half the distance of the two profile origins; 0: not given, use gauge
  double gauge = 1.435;  ///< m, used when lateral_position is not given
  double gauge_depth = 0.014;  ///< m below the top of rail where the gauge is measured
  double rail_distance = 0;    ///< m, base of cant and cross level; 0: see distance()
  SourceLocation where;

  /// Distance of the rails to which cant and cross level refer, m: `rail_distance` if given, else 2 Lr if
  /// given, else between the middles of rail heads 65 mm wide: 1.5 m at a gauge of 1.435 m, as in EN 13848-1.
  [[nodiscard]] double distance() const;

  /// The name that holds for the left (right) rail.
  [[nodiscard]] const document::Located<std::string>& left() const {
    return profile_left.value.empty() ? profile : profile_left;
  }
  [[nodiscard]] const document::Located<std::string>& right() const {
    return profile_right.value.empty() ? profile : profile_right;
  }
};

/// The contents of a layout file, and of the table rails of a track file. Those who read profiles take it.
struct RailLayout {
  std::vector<StationSpec> stations;  ///< of rails whose section varies, in place of their profile
  std::vector<GapSpec> gaps;
  std::vector<CheckRailSpec> check_rails;
};

/// The same, with what varies along the track: the compiled track leaves it to those who read profiles.
struct TrackRailsSpec : RailsSpec, RailLayout {
  std::vector<LayoutSpec> layouts;  ///< place_layouts() adds their rails to the lists above
};

/// amplitude sin(2π (s − start)/wavelength + phase), or one dip amplitude (1 − cos(2π (s −
/// start)/wavelength))/2.
struct HarmonicSpec {
  Measure channel = Measure::alignment;
  HarmonicForm form = HarmonicForm::sine;
  double amplitude = 0;   ///< m
  double wavelength = 0;  ///< m
  double phase = 0;       ///< rad, sine only
  double start = 0;       ///< m, where the dip starts; origin of the sine
  SourceLocation where;
  std::string key;
};

/// Random irregularities from power spectral densities, the same on every platform for the same seed.
struct SpectrumSpec {
  SpectrumClass quality = SpectrumClass::erri_b176_low;
  long seed = 1;
  double min_wavelength = 3;     ///< m
  double max_wavelength = 25;    ///< m
  long harmonics = 400;          ///< per channel
  double scale = 1;              ///< factor on all four channels
  double gauge_correlation = 0;  ///< of gauge variation and alignment; its square is their coherence
  SourceLocation where;
  std::string key;
};

/// Random irregularities with the spectra of a file; see spectrum_file.hpp.
struct SpectrumFileSpec {
  document::Located<std::string> file;
  SpectrumSides sides = SpectrumSides::one;
  double speed = 0;       ///< m/s, of frequencies in Hz; 0: there are none
  SpectrumSpec settings;  ///< all but its class
  SourceLocation where;
  std::string key;
};

/// Measured irregularities in a CSV file; see irregularity_file.hpp.
struct MeasuredSpec {
  document::Located<std::string> file;
  LengthUnit unit = LengthUnit::automatic;  ///< of columns whose header names no unit
  double offset = 0;                        ///< m, added to s of the file
  Gaps gaps = Gaps::refuse;
  SidesOf sides = SidesOf::running;  ///< whose left and right a file with falling chainage has
  double nominal_gauge = 0;          ///< m; 0: by the file, the gauge of the rails where that fits
  SourceLocation where;
  std::string key;
};

/// Deviations as large as [CFR213] allows for a class of track, one after the other, as its appendix D wants
/// them for simulations; see minimally_compliant.hpp.
struct MinimallyCompliantSpec {
  long track_class = 5;  ///< 1 to 9
  Perturbation perturbation = Perturbation::all;
  bool curved = false;          ///< limits of alignment are those of curved track
  double wavelength = 18.8976;  ///< m, of all but the hunting perturbation; 31, 62 and 124 ft are customary
  double start = 100;           ///< m, where the first one begins
  double spacing = 100;         ///< m, from the end of one to the beginning of the next
  SourceLocation where;
  std::string key;
};

/// Irregularities of all kinds given are added.
struct IrregularitySpec {
  std::vector<HarmonicSpec> harmonic;
  std::optional<SpectrumSpec> spectrum;
  std::optional<SpectrumFileSpec> spectrum_file;
  std::optional<MeasuredSpec> measured;
  std::optional<MinimallyCompliantSpec> minimally_compliant;
  std::vector<SurfaceSpec> surface;
  law::LawSpec own;  ///< a law of the user's; no library: none
  std::string key;
  double contact_length = 0.012;  ///< m, over which a contact averages surfaces
  double fade = 10;  ///< m, over which irregularities grow from zero after s = 0 and vanish beyond the end
};

struct TrackSpec {
  document::Located<std::string> name;
  std::vector<SegmentSpec> segments;
  std::vector<GradientSpec> gradients;
  std::vector<HeightSpec> heights;
  std::vector<CantSpec> cants;
  std::vector<ChainageSpec> chainage;
  std::optional<AlignmentSpec> alignment;
  TrackRailsSpec rails;
  IrregularitySpec irregularities;
  std::optional<StructureSpec> structure;       ///< what carries the rails, for flexible tracks
  document::Located<std::string> structure_of;  ///< a track file with the structure, in place of it
  std::optional<MassSpringSpec> mass_spring;    ///< in place of a structure: masses under each wheelset
  double seam_length = 0;  ///< m, over which curvature and cant are averaged; 0: as given
  double centreline_step = 0.5;
  double irregularity_step = 0.1;
  double run_out = 60;
  SourceLocation where;
  std::string key;
  Survey survey;  ///< of the alignment's file
};

void describe(document::Visitor& visitor, SegmentSpec& spec);
void describe(document::Visitor& visitor, GradientSpec& spec);
void describe(document::Visitor& visitor, HeightSpec& spec);
void describe(document::Visitor& visitor, CantSpec& spec);
void describe(document::Visitor& visitor, ChainageSpec& spec);
void describe(document::Visitor& visitor, AlignmentSpec& spec);
void describe(document::Visitor& visitor, StationSpec& spec);
void describe(document::Visitor& visitor, GapSpec& spec);
void describe(document::Visitor& visitor, CheckRailSpec& spec);
void describe(document::Visitor& visitor, LayoutSpec& spec);
void describe(document::Visitor& visitor, RailLayout& spec);
void describe(document::Visitor& visitor, RailsSpec& spec);
void describe(document::Visitor& visitor, TrackRailsSpec& spec);
void describe(document::Visitor& visitor, HarmonicSpec& spec);
void describe(document::Visitor& visitor, SpectrumSpec& spec);
void describe(document::Visitor& visitor, SpectrumFileSpec& spec);
void describe(document::Visitor& visitor, MeasuredSpec& spec);
void describe(document::Visitor& visitor, MinimallyCompliantSpec& spec);
void describe(document::Visitor& visitor, IrregularitySpec& spec);
void describe(document::Visitor& visitor, TrackSpec& spec);

}  // namespace flangeway::track
