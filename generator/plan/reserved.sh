#!/bin/sh
# reserved.sh DIRECTORY GRIDS : lists what the templates there call their variables, functions and
# types: RESERVED("name") for each name that no stencil's field or param may have in a kernel, or
# RESERVED_ON(family, "name") if only the templates in the folder of a family of grids say it; GRIDS
# is grids.def. RESERVED_IN_LAUNCHERS("name") are those that launchers on planes say.
#
# A name is any identifier of a section, except in comments and strings, after a dot or an arrow,
# in preprocessor lines and next to a macro (launch_$kernel). A template's prose may say "No name
# of a stencil appears here." or "... appears in %lesser, %power.": such sections have a scope of
# their own. It says "Launchers have %check, %blocks." of sections that are a part of launchers.
# Of headers the names outside of parentheses and braces count, everywhere.
set -eu
families=$(sed -n 's/^GRID(\(.*\))$/\1/p' "$2")
cd "$1"

words() { # FILE...
	awk '
	function put(text) {
		gsub(/[A-Za-z0-9_]*[$][{][A-Za-z0-9_]*[}][A-Za-z0-9_]*/, "$", text)
		gsub(/[A-Za-z0-9_$]*[$][A-Za-z0-9_$]*/, " ", text)
		gsub(/([.]|->)[ \t]*[A-Za-z_][A-Za-z0-9_]*/, " ", text)
		while (match(text, /[A-Za-z0-9_]+|[(){}]/)) {
			word = substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
			if (word ~ /^[({]/)
				depth++
			else if (word ~ /^[)}]/)
				depth--
			else if (word !~ /^[0-9]/ && (!header || !depth))
				print (header || in_launcher ? "launcher " word "\n" : "") "kernel " word
		}
	}
	FNR == 1 {
		header = FILENAME !~ /[.]tmpl$/
		counts = header
		comment = depth = 0
		own = launchers = ""
		in_launcher = 0
	}
	/No name of a stencil appears here[.]/ { own = "all" }
	/No name of a stencil appears in %/ { own = $0 " " }
	/Launchers have %/ { launchers = launchers $0 " " }
	/^%/ { in_launcher = launchers ~ ($0 "[^a-z_]") }
	/^%/ { counts = own != "all" && own !~ ($0 "[^a-z_]"); comment = 0; next }
	!counts || /^[ \t]*#/ { next }
	{
		line = $0
		gsub(/\\./, "", line)
		gsub(/"[^"]*"/, " ", line)
		gsub(/\047[^\047]*\047/, " ", line)
		while (line != "") {
			if (comment) {
				at = index(line, "*/")
				line = at ? substr(line, at + 2) : ""
				comment = !at
				continue
			}
			at = match(line, /\/[*\/]/)
			put(at ? substr(line, 1, at - 1) : line)
			comment = at && substr(line, at, 2) == "/*"
			line = comment ? substr(line, at + 2) : ""
		}
	}' "$@" | LC_ALL=C sort -u
}

words=$(mktemp) all=$(mktemp) own=$(mktemp)
trap 'rm -f "$words" "$all" "$own"' EXIT
elsewhere=
for family in $families; do
	elsewhere="$elsewhere -path ./$family -prune -o"
done
# shellcheck disable=SC2046,SC2086 # templates have no blanks in their names
words $(find . $elsewhere -name '*.tmpl' -print -o -name '*.h' -print) >"$words"
sed -n 's/^kernel //p' "$words" >"$all"
sed 's/.*/RESERVED("&")/' "$all"
sed -n 's/^launcher \(.*\)/RESERVED_IN_LAUNCHERS("\1")/p' "$words"
for family in $families; do
	[ -d "$family" ] || continue
	# shellcheck disable=SC2046
	words $(find "./$family" -name '*.tmpl' -o -name '*.h') | sed -n 's/^kernel //p' >"$own"
	LC_ALL=C comm -13 "$all" "$own" | sed "s/.*/RESERVED_ON($family, \"&\")/"
done
