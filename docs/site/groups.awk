# Puts what a header declares into a Doxygen group of its own, so that the site shows it by header.
FNR == 1 {
  name = FILENAME
  sub(/.*include\/flangeway\//, "", name)
  group = name
  gsub(/[^A-Za-z0-9]/, "_", group)
}
# Doxygen does not know a specialisation that names the namespace Eigen.
held != "" { if (!/^struct Eigen::/) print held; held = "" }
/^template <>$/ { held = $0; next }
/^struct Eigen::/ { skipped = 1 }
skipped { if (/^};/) skipped = 0; next }
# A namespace of forward declarations alone has its first one in the next line.
named {
  opened = !/^(class|struct|enum) .*;/
  if (opened) print "/** \\addtogroup " group " " name "\n\\{ */"
  named = 0
}
opened && /^}  \/\/ namespace flangeway/ { print "/** \\} */"; opened = 0 }
{ print }
/^namespace flangeway.*{$/ { named = 1 }
