# Which sources can be compiled as one file? Prints a line "BATCH FILE" for every source that shares a batch.
# usage: awk -v limit=8 -v folders=src:include -f unity_batches.awk SOURCE...
#
# Two sources may share a batch if no name that is private to one of them (anonymous namespace, static, alias, constant)
# is also private to the other, a function called there, or declared by a header that only the other includes. Equal
# aliases do not count. A source with macros, unscoped enumerations or using-directives is compiled alone. Names are found
# without a compiler: with the layout of .clang-format, declarations at namespace scope start in the first column. A name
# too many only costs time.

# Returns the name that a line declares at namespace scope, or nothing.
function declared(line) {
  if (line ~ /^(namespace|[A-Z_]+\()/) return ""
  gsub(/\[\[[a-z_:]+\]\] /, "", line)
  if (line ~ /^(struct|class|union|enum class) /) {
    sub(/^(struct|class|union|enum class) /, "", line)
    sub(/[^A-Za-z0-9_].*/, "", line)
    return line
  }
  while (gsub(/<[^<>]*>/, "", line)) {}
  sub(/^using [^=]*::/, "", line)
  if (!match(line, /[A-Za-z0-9_:~]+ *[({=;[]/)) return ""
  line = substr(line, RSTART, RLENGTH - 1)
  if (line ~ /::/) return ""  # a member
  sub(/ +$/, "", line)
  return line
}

# Reads a file of the project: `names` (of a header all, of a source the private ones), `uses` (these and the functions
# that it calls without qualification), `included` (the project's headers, direct).
function scan(file,    line, inside, parts, i, name, header) {
  if (file in scanned) return
  scanned[file]
  inside = file ~ /\.h$/
  while ((getline line < file) > 0) {
    for (i = split(line, parts, /\(/) - 1; i > 0; i--) {
      sub(/.*[^A-Za-z0-9_.:>]/, "", parts[i])
      uses[file, parts[i]]
    }
    if (line ~ /^#include .*\.h[>"]/) {
      header = resolved(line, file)
      if (header != "") included[file] = included[file] "\n" header
    } else if (line ~ /^(#define|using namespace|enum [^c])/) {
      alone[file]
    } else if (line == "namespace {") {
      inside = 1
    } else if (line == "}  // namespace") {
      inside = 0
    } else if (line ~ /^[A-Za-z_[]/ && (inside || line ~ /^(static|using|constexpr|const [^(]*=)/)) {
      name = declared(line)
      if (name == "") continue
      names[file] = names[file] " " name
      uses[file, name]
      if (line ~ /^using/) alias[file, name] = line
      if (file ~ /\.h$/) declaring[name] = declaring[name] "\n" file
    }
  }
  close(file)
}

# Returns the path of the project's header that a line of `file` includes, or nothing.
function resolved(line, file,    name, i, count, places, path) {
  split(line, places, /[<">]/)
  name = places[2]
  sub(/[^\/]*$/, "", file)
  count = split(folders ":" file, places, ":")
  for (i = 1; i <= count; i++) {
    path = places[i] "/" name
    if (path in exists) return path
    if (!(path in missing)) {
      if ((getline line < path) >= 0) {
        close(path)
        exists[path]
        return path
      }
      missing[path]
    }
  }
  return ""
}

# Marks every header that `source` includes by way of `file` as `reached`.
function reach(source, file,    headers, i) {
  scan(file)
  for (i = split(included[file], headers, "\n"); i > 0; i--)
    if (headers[i] != "" && !((source, headers[i]) in reached)) {
      reached[source, headers[i]]
      reach(source, headers[i])
    }
}

# Returns whether the private names of `one` are without meaning in `other`.
function harmless(one, other,    list, i, headers, j) {
  for (i = split(names[one], list, / /); i > 0; i--) {
    if (list[i] == "") continue
    if ((other, list[i]) in uses && !(alias[one, list[i]] != "" && alias[one, list[i]] == alias[other, list[i]])) return 0
    for (j = split(declaring[list[i]], headers, "\n"); j > 0; j--)
      if ((other, headers[j]) in reached && !((one, headers[j]) in reached)) return 0
  }
  return 1
}

function fits(source, batch,    i) {
  for (i = 1; i <= size[batch]; i++)
    if (!harmless(source, member[batch, i]) || !harmless(member[batch, i], source)) return 0
  return 1
}

BEGIN {
  for (i = 1; i < ARGC; i++) reach(ARGV[i], ARGV[i])
  count = 0
  for (i = 1; i < ARGC; i++) {
    if (ARGV[i] in alone) continue
    for (batch = 1; batch <= count; batch++)
      if (size[batch] < limit && fits(ARGV[i], batch)) break
    if (batch > count) count = batch
    member[batch, ++size[batch]] = ARGV[i]
  }
  for (batch = 1; batch <= count; batch++)
    for (i = 1; i <= size[batch] && size[batch] > 1; i++) print batch, member[batch, i]
}
