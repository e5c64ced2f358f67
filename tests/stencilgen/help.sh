#!/bin/sh
# --help of all programs: the usual options, those of a topic, or all; each option is in one topic.

. "$(dirname "$0")/../lib/programs.sh"

options() {
	grep -o '^  --*[A-Za-z-]*\(, --[a-z-]*\)\{0,1\}' "$1"
}
# What `--help WORD` is refused with has the topics.
topics() {
	run "$bin/$program" --help no-such-topic
	sed -n 's/.*(there are: \(.*\) all)$/\1/p' "$out/stderr"
}
is_short() { # MOST
	is_clean && [ "$(options "$out/usual" | wc -l)" -le "$1" ] && grep -q '^Usage: ' "$out/usual" && grep -q '^Exit status: ' "$out/usual"
}
is_within() {
	options "$out/usual" | sort >"$out/few" && options "$out/all" | sort >"$out/many" && [ -z "$(comm -23 "$out/few" "$out/many")" ]
}
# The names of the tables of options that a program has.
has_table() {
	case $program in
	stencilgen)    sed -n 's/^OPTION([A-Z]*, "\([a-z-]*\)".*/\1/p' generator/options.def ;;
	stencilrun)    of='RUN\|BOTH\|ALL' ;;
	stencilbench)  of='BENCH\|BOTH\|ALL' ;;
	stencilreport) of='REPORT\|ALL' ;;
	esac >"$out/names"
	[ "$program" = stencilgen ] ||
		sed -n "s/^OPTION(PROGRAM_\($of\), [A-Z]*, \"\([a-z-]*\)\".*/\2/p" runtime/cli/arguments.def >"$out/names"
	[ -s "$out/names" ] && while read -r option; do
		grep -q -e "^  \(-[a-z], \)\{0,1\}--$option\( \|\$\)" "$out/all" || { echo "$option"; return 1; }
	done <"$out/names"
}
are_all() {
	options "$out/topics" | sort | diff "$out/many" -
}

for program in stencilgen stencilrun stencilbench stencilreport; do
	run "$bin/$program" --help all
	cp "$out/stdout" "$out/all"
	run "$bin/$program" --help
	cp "$out/stdout" "$out/usual"
	check "$program --help has twenty options at most" is_short 20
	check "$program --help all has the table of options" has_table
	check "those of $program --help are among all" is_within
	run "$bin/$program" --help missing.stencil
	check "$program has no such topic" fails 2 "unknown topic of the help 'missing.stencil'"
	topics=$(topics)
	: >"$out/topics"
	for topic in $topics; do
		good "$program --help $topic" "$bin/$program" --help "$topic"
		cat "$out/stdout" >>"$out/topics"
		cp "$out/stdout" "$out/topic"
		run "$bin/$program" --help="$topic"
		check "$program --help=$topic" cmp "$out/topic" "$out/stdout"
		run "$bin/$program" -h "$topic" --no-such-option
		check "$program -h $topic" cmp "$out/topic" "$out/stdout"
		check "the help says that there is $topic" grep -qw "$topic" "$out/usual"
	done
	check "the topics have all options of $program, each once" are_all
	run "$bin/$program" --help --no-such-option
	check "what is no word is no topic" cmp "$out/usual" "$out/stdout"
done
run "$bin/stencilgen" --help kernels
check 'the storages and accesses' grep -q '^  zslice  ' "$out/stdout"
run "$bin/stencilgen" --help
check 'which are not among the usual options' sh -c '! grep -q "^  zslice  " "$1"' - "$out/stdout"
finish
