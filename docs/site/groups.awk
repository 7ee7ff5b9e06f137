# Puts what a header declares into a Doxygen group of its own, so that the site shows it by header, and leaves out what
# Doxygen or Breathe would show twice: forward declarations, members outside of their class, specialisations.
FNR == 1 {
  name = FILENAME
  sub(/.*(src|include)\/flangeway\//, "", name)
  group = name
  gsub(/[^A-Za-z0-9]/, "_", group)
  opened = 0
}
skipped > 1 { if (/^[^ }].*;$/) skipped = 0; next }
skipped { if (/^(};?|.*;)$/ && !/^ /) skipped = 0; next }
/^template <.*>$/ { held = held $0 "\n"; next }
held != "" && /^requires / { held = ""; skipped = 2; next }
held != "" && /^(struct Eigen::|[^(=]*>::)/ { held = ""; skipped = !/;$/ && !/}$/; next }
/^(class|struct) [A-Za-z_]+;/ { held = ""; forward = 1; next }
/^(extern|friend) template/ { next }
held != "" { printf "%s", held; held = "" }
# Texts in several pieces and designated initialisers are no C++ to Breathe.
/\*help =/ { print "*help;" }
/\*help =|char\* help/ { text = 1 }
text { if (/;$/) text = 0; next }
{ gsub(/\{\.value = /, "{"); gsub(/, \.where = \{\}/, "") }
named && !/^}/ { print "/** \\addtogroup " group " " name "\n\\{ */"; opened = 1 }
{ named = 0 }
opened && /^}  \/\/ namespace flangeway/ { print "/** \\} */"; opened = 0 }
{ print }
/^namespace flangeway.*{$/ { named = !opened }
