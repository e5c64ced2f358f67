#!/bin/sh
# What stencilgen takes from files that --tuned names, and what it refuses in them.

. "$(dirname "$0")/../lib/compiler.sh"

version=$("$compiler" --version | sed 's/stencilgen //')

# tune NAME=VALUE...: a file with one line for laplap, which says what follows instead of the usual.
tune() {
	usual='stencil=laplap size=24x20x8 precision=double order=- storage=regular access=wide fields=soa block=32x4x1'
	for word; do
		case " $usual " in
		*" ${word%%=*}="*) usual=$(echo "$usual" | sed "s,\(^\| \)${word%%=*}=[^ ]*,\1$word,") ;;
		*) usual="$usual $word" ;;
		esac
	done
	{
		echo "program: stencilbench $version"
		echo 'backend: cuda'
		echo "best: $usual median_us=1 text=0"
	} >"$out/tuned"
}
for median in fast nan -1 inf 1us; do
	tune rows-per-thread=2
	sed "s/median_us=1/median_us=$median/" "$out/tuned" >"$out/timed"
	ends 1 --tuned "$out/timed" --force --list laplap.stencil
	says 'timed:3: no line that stencilbench --tune writes'
done
long=$(printf '%0100d' 0 | tr 0 x)

tune rows-per-thread=2 points-per-thread=2
ends 0 --tuned "$out/tuned" --force --list laplap.stencil
expect 'the tuned kernel' grep -q '^laplap_regular_wide' "$out/text"
ends 2 --tuned "$out/tuned" --list laplap.stencil
says 'laplap.stencil has changed since'
tune points-per-thread=3
ends 2 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
says 'there are no vectors of 3'
tune levels-per-load=6
ends 2 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
says 'there are no vectors of 6'
tune points-per-thread=4
ends 2 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
says 'a vector has 16 bytes at most'
for number in 0 -1 +1 1x 4097 4294967297 99999999999999999999; do
	tune rows-per-thread=$number
	ends 1 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
	says 'tuned:3: no line that stencilbench --tune writes'
done
tune rows-per-thread=17
ends 2 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
says 'rows-per-thread is a number from 1 to 16, not 17'
for word in storage access fields levels; do
	tune $word="$long"
	ends 2 --tuned "$out/tuned" --force -o "$out/empty" laplap.stencil
	says "has no kernel of 'laplap'"
done
expect 'nothing is written' is_empty "$out/empty"

finish
