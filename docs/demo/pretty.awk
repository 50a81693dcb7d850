# Prints a JSON value for people: what fits into a line stays in one, anything longer is broken into its parts.
# It expects well-formed, compact JSON, one value a line.

BEGIN { width = 118 }
{ show($0, "", "", "") }

# The index behind the string that begins at i.
function string_end(t, i, c) {
  for (++i; (c = substr(t, i, 1)) != "\""; ++i) if (c == "\\") ++i
  return i + 1
}

# The index of the comma or bracket that ends the value at i.
function value_end(t, i, c, depth) {
  depth = 0
  while (1) {
    c = substr(t, i, 1)
    if (c == "\"") { i = string_end(t, i); continue }
    if (c == "{" || c == "[") ++depth
    if ((c == "," || c == "}" || c == "]" || c == "") && depth == 0) return i
    if (c == "}" || c == "]") --depth
    ++i
  }
}

# The same value with blanks behind colons and commas.
function spaced(t, i, c, made, after) {
  made = ""
  for (i = 1; i <= length(t); ++i) {
    c = substr(t, i, 1)
    if (c == "\"") {
      after = string_end(t, i)
      made = made substr(t, i, after - i)
      i = after - 1
    } else {
      made = made c (c == ":" || c == "," ? " " : "")
    }
  }
  return made
}

function show(t, pad, lead, tail, first, i, after, key) {
  first = substr(t, 1, 1)
  if ((first != "{" && first != "[") || length(pad lead spaced(t) tail) <= width) {
    print pad lead spaced(t) tail
    return
  }
  print pad lead first
  for (i = 2; i < length(t); i = after + 1) {
    key = ""
    if (first == "{") {
      after = string_end(t, i)
      key = substr(t, i, after - i) ": "
      i = after + 1
    }
    after = value_end(t, i)
    show(substr(t, i, after - i), pad "  ", key, after < length(t) ? "," : "")
  }
  print pad (first == "{" ? "}" : "]") tail
}
