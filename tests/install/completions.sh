#!/bin/sh
# Completions: bash offers the options, words and files that the programs take; zsh and fish, where they are
# found, read theirs and offer the same words.
. "$(dirname "$0")/../lib/install.sh"

dir=$out/here
mkdir -p "$dir/folder" && touch "$dir/one.stencil" "$dir/two words.stencil" "$dir/data.npy" "$dir/notes.txt" "$dir/a.page"

# bash_offers WORD...: what bash completes the last word with, as it splits words at =.
bash_offers() {
	(cd "$dir" && bash -c 'set -u
		. "$1/bash-completion/completions/$2"
		shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		"_$1" "$1" "${@: -1}" "${*: -2:1}"
		printf "%s\n" "${COMPREPLY[@]}"' - "$share" "$@" | sort)
}
offers() { # EXPECTED WORD...
	expected=$1
	shift
	bash_offers "$@" >"$out/offered" 2>&1
	printf '%s\n' $expected | sort >"$out/expected"
	check "bash: $*" diff "$out/expected" "$out/offered"
}
# The words that a program says there are.
there_are() { # PROGRAM OPTION [FILE]
	"$usr/bin/$1" "$2" bogus stencils/copy.stencil 2>&1 | sed -n 's/.*(there are: \(.*\)).*/\1/p'
}

for program in stencilgen stencilrun stencilbench stencilreport; do
	options=$("$usr/bin/$program" --help all | sed -n 's/^  \(-[A-Za-z]*\), \(--[a-z-]*\).*/\1 \2/p; s/^  \(--*[A-Za-z-]*\)\( .*\)*$/\1/p')
	offers "$options" $program -
done
for option in target fields precision color diagnostics; do
	words=$(there_are stencilgen --$option)
	check "stencilgen --$option has words" test "$words"
	offers "$words" stencilgen --$option ''
	offers "$words" stencilgen --$option =
	offers "${words%% *}" stencilgen --$option = "${words%% *}"
done
for option in fields precision cache backend chart; do
	words=$(there_are stencilbench --$option)
	check "stencilbench --$option has words" test "$words"
	offers "$words" stencilbench --$option ''
done
offers "$(there_are stencilgen --storage)" stencilrun --storage ''
for access in $(there_are stencilgen --access); do
	bash_offers stencilgen --access '' >"$out/offered"
	check "stencilgen --access $access" grep -qx "$access" "$out/offered"
done
offers 'idxvar,zloop idxvar,zslice' stencilbench --access idxvar,z
offers '' stencilgen --max-errors ''
offers folder stencilgen --templates ''
offers 'one.stencil' stencilgen o
offers 'folder' stencilgen f
offers 'data.npy' stencilrun one.stencil --in src = d
offers 'notes.txt' stencilrun one.stencil --tuned n
offers 'a.page' stencilreport a
offers '' stencilgen n
bash_offers stencilbench t >"$out/offered"
check 'bash: a file with a space' grep -qx 'two words.stencil' "$out/offered"

if command -v zsh >/dev/null; then
	for program in stencilgen stencilrun stencilbench stencilreport; do
		check "zsh: $program" zsh -fc '_arguments() { print -rl -- "$@" }; . "$1"' - "$share/zsh/site-functions/_$program"
	done
	check 'zsh: targets' sh -c 'zsh -fc "_arguments() { print -rl -- \"\$@\" }; . $1" | grep -qF ":($2)"' - \
		"$share/zsh/site-functions/_stencilgen" "$(there_are stencilgen --target)"
else
	echo 'no zsh: its completions are not read'
fi
if command -v fish >/dev/null; then
	fish_offers() {
		HOME=$PWD/$out fish -c 'source $argv[1]; complete -C $argv[2]' "$share/fish/vendor_completions.d/${1%% *}.fish" "$1" \
			2>&1 | cut -f1
	}
	fish_offers 'stencilgen --target ' >"$out/offered"
	there_are stencilgen --target | tr ' ' '\n' >"$out/expected"
	check 'fish: targets' diff "$out/expected" "$out/offered"
	fish_offers 'stencilbench --access idxvar,zs' >"$out/offered"
	check 'fish: a list' grep -qx 'idxvar,zslice' "$out/offered"
	for program in stencilgen stencilrun stencilbench stencilreport; do
		fish_offers "$program --ver" >"$out/offered"
		check "fish: $program" grep -qx -e --version "$out/offered"
	done
else
	echo 'no fish: its completions are not read'
fi
finish
