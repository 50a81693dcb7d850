# From a copyright file as Debian writes them, given twice: the paragraphs about all files and about those whose names
# match `files`, and the licences that these name.
BEGIN { RS = ""; FS = "\n" }
NR == FNR {
  if (!match($0, /(^|\n)Files:/)) next
  patterns = substr($0, RSTART)
  sub(/\n(Copyright|License|Comment):.*/, "", patterns)
  if (patterns !~ files && patterns !~ /Files:[ \n]*\*(\n|$)/) next
  kept[FNR] = 1
  names = $0
  sub(/.*\nLicense: */, "", names)
  sub(/\n.*/, "", names)
  count = split(names, name, / and | or |, */)
  for (i = 1; i <= count; ++i) wanted[name[i]] = 1
  next
}
FNR == 1 || FNR in kept { print $0 "\n"; next }
/^License:/ {
  name_alone = $1
  sub(/^License: */, "", name_alone)
  if (name_alone in wanted) print $0 "\n"
}
