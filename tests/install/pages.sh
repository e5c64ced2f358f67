#!/bin/sh
# Manual pages: they tell of all options, keywords and functions, their examples run, and mandoc has nothing to
# complain of.
. "$(dirname "$0")/../lib/install.sh"

# A page, or the options of a help text, as one line of words.
words_of() {
	sed '/^\.TP/d; s/^\.S[SH] //; s/\\-/-/g; s/\\f[BIP]//g; s/\\[&|]//g; s/\\e/\\/g' "$1" | tr -s ' \n' '  '
}
options_of() {
	awk -v RS= '/\n  -/' "$1"
}

for program in stencilgen stencilrun stencilbench stencilreport; do
	page=$share/man/man1/$program.1
	good "$program --help all" "$usr/bin/$program" --help all
	options_of "$out/stdout" >"$out/options"
	words_of "$out/options" >"$out/told"
	words_of "$page" >"$out/words"
	check "$program has options" grep -q -e '--version' "$out/told"
	check "$program(1) has all that its help says of options" grep -qF -f "$out/told" "$out/words"
	check "$program(1) tells the exit status" grep -q 'EXIT STATUS 0 good 1 .* 2 usage 3 input/output' "$out/words"
done

for variable in $(grep -rho -e 'getenv("[A-Z_]*' -e 'compiler_words([a-z]*, "[A-Z]*' generator runtime --include=*.c |
		sed 's/.*"//' | sort -u); do
	case $variable in
	HOME|PATH|STENCIL_HOST_ORDER|STENCIL_HOST_STREAMS) ;;
	*) check "runtime/packaging/man/environment.md knows \$$variable" \
		grep -qF "\\fB$variable\\fP" "$share"/man/man1/* ;;
	esac
done

cp -r "$share/stencilgen/stencils" "$out/examples"
cp "$out"/examples/sparse/* "$out"/examples/mesh/* "$out/examples"
examples() {
	awk '/^## / { inside = $2 == "Examples" } /^```/ { code = !code; next } inside && code' "runtime/packaging/man/$1.md"
}
for program in stencilgen stencilrun stencilbench stencilreport; do
	examples $program >"$out/examples/$program.sh"
	check "$program(1) has examples" grep -q "^$program " "$out/examples/$program.sh"
	check "examples of $program(1)" sh -ec 'cd "$1" && PATH=$2:$PATH && . ./"$3".sh' - "$out/examples" \
		"$(cd "$usr/bin" && pwd)" $program
done
check "their report has a chart" test -s "$out/examples/report/times.svg"

words_of "$share/man/man5/stencil.5" >"$out/words"
for word in $(sed -n 's/^"\([a-z]*\)" *return TOK_.*/\1/p' generator/language/lexer.l) \
		$(sed -n 's/^FUNCTION(\([a-z0-9]*\),.*/\1/p' generator/language/functions.def) \
		$(sed -n 's/^[DP][A-Z]*(\([a-z]*\),.*/\1/p' generator/language/neighbors.def); do
	check "stencil(5) knows $word" grep -qw "$word" "$out/words"
done

words_of "$share/man/man3/libstencil.3" >"$out/words"
{
	tr '\n' ' ' <runtime/library/stencil.h | tr -s ' ' | grep -o 'STENCIL_PUBLIC [^;{]*;' | sed 's/^STENCIL_PUBLIC //'
	grep -o 'STENCIL_[A-Z]*_[A-Z_]*' runtime/library/stencil.h
	sed -n 's/^ *\([^*]*;\) *\/\*.*/\1/p' runtime/library/stencil.h
} | sort -u >"$out/declared"
check 'the header declares something' test "$(wc -l <"$out/declared")" -gt 40
while read -r declared; do
	check "libstencil(3) has $declared" grep -qF -e "$declared" "$out/words"
done <"$out/declared"
# What its comments say, a line each.
sed -n 's/^ \* *//p; s/^\/\* *//p' runtime/library/stencil.h | sed 's/ *\*\/$//' | tr -s ' ' | grep . >"$out/said"
tr -d '\n ' <"$out/words" >"$out/letters"
says_all() {
	tr -d "\\140 " <"$out/said" | while read -r line; do
		grep -qF -e "$line" "$out/letters" || { echo "$line"; exit 1; }
	done
}
check 'libstencil(3) says what the header does' says_all

for page in "$share"/man/man[135]/*.[135]; do
	check "${page##*/} is of this version" grep -q "^\.TH [A-Z]* [135] 20[0-9-]* \"stencilgen $version\"" "$page"
	check "${page##*/} leaves nothing to fill in" sh -c '! grep "@[A-Z]*@" "$1"' - "$page"
	if command -v mandoc >/dev/null; then
		check "mandoc on ${page##*/}" sh -c '! mandoc -Tlint "$1" | grep .' - "$page"
	fi
done
command -v mandoc >/dev/null || echo "no mandoc: pages are not linted"
finish
