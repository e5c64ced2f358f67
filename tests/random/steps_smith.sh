#!/bin/sh
# steps_smith.sh [COUNT] [FIRST] : random stencils of points, step after step with pairs and rotations of levels of time, with several
# steps per launch and in subdomains, against single steps in one, whose results are the interpreter's. What kernels cannot do they say;
# that does not count. TIME=SECONDS: no stencil is begun later.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/seeds.sh

count=${1:-8} first=${2:-1}
halo='i < 5 || i > nx-6 || j < 5 || j > ny-6 || k < 4 || k > nz-5 ?'

# read_fields SEED : what fields begin with, and how they are carried. Single steps read the halos of one level of time after the other, so
# these are alike.
read_fields() {
	build/stencilgen -q --dump ast "$out/smith.stencil" -o - | awk -v seed="$1" -v halo="$halo" '
		/^  (in|inout|out) / {
			shape = $3 ~ /^(column|profile)$/ ? $3 : "point"
			name = shape == "point" ? $3 : $4
			n++
			if ($1 == "out")
				outs[++out_count] = name
			else {
				inside = sprintf("sin(%g*i + %g*j + %g*k)", 0.3 + n, 1.7*n, 0.9 + n)
				value = $2 == "bool" ? inside " > 0 ? 1 : 0" : $2 == "int" ? "floor(3*" inside ")" : "0.6*" inside
				gsub(/ /, "", value)
				formula = shape == "point" ? halo " " ($2 ~ /int|bool/ ? 1 : 0.25) " : (" value ")" : shape == "column" ? "0.1*i+0.2*j" : "0.1*k"
				if ($2 ~ /int|bool/ && shape != "point")
					formula = "1"
				print "--formula\n" name "=" formula
			}
			type[name] = $2 shape
			if ($1 == "in" && shape == "point")
				ins[type[name]] = ins[type[name]] " " name
			if ($1 != "in")
				print "--out\n" name "=" "@FOLDER@/" name ".npy"
		}
		END {
			for (o = 1; o <= out_count; o++) {
				of = type[outs[o]]
				among = split(ins[of], names, " ")
				levels = among > 1 && (seed + o) % 3 ? 2 : 1
				if (!among)
					continue
				at = 1 + (seed + o) % among
				text = outs[o]
				for (l = 0; l < levels && l < among; l++) {
					text = text ":" names[1 + (at - 1 + l) % among]
					sub(" " names[1 + (at - 1 + l) % among] "$", "", ins[of])
					sub(" " names[1 + (at - 1 + l) % among] " ", " ", ins[of])
				}
				print "--swap\n" text
			}
		}' >"$out/fields"
}

# steps FOLDER OPTION...
steps() {
	folder=$out/$1
	shift
	rm -rf "$folder"
	mkdir "$folder"
	while IFS= read -r word; do
		set -- "$@" "$(echo "$word" | sed "s|@FOLDER@|$folder|")"
	done <"$out/fields"
	stencilrun -q "$out/smith.stencil" --size $size --steps 7 "$@" 2>"$out/said"
}

cannot='one step a launch\|several steps a launch\|launches of several steps do not\|access temporal_warp computes each level by itself'
cannot="$cannot\|has no block\|has several fields like\|are narrower than the halo\|distances to horizontal sides of the domain"
is_refused() {
	grep -q "$cannot" "$out/said"
}
compared() {
	runs=$((runs + 1))
	steps others "$@" || { is_refused && return 0; echo "$size $*"; cat "$out/said"; return 1; }
	done=$((done + 1))
	for file in "$out"/one/*.npy; do
		cmp "$file" "$out/others/${file##*/}" || { echo "$size $*"; return 1; }
	done
}

try() {
	build/tests/stencilsmith --plain "$1" >"$out/smith.stencil" || return 1
	size=$((17 + $1 % 23))x$((15 + $1 % 11))x$((10 + $1 % 4))
	read_fields "$1"
	grep -q '^--swap' "$out/fields" || grep -q '^ *inout' "$out/smith.stencil" || return 0
	steps one --backend openmp --verify || { is_refused && return; cat "$out/said"; return 1; }
	! grep -q '^[a-z0-9]*:.*:' "$out/fields" || rotations=$((rotations + 1))
	for n in 1 2 3; do
		compared --backend host --access temporal --steps-per-launch $n --storage regular --block 33x5x1 \
			&& compared --backend host --access temporal_warp --steps-per-launch $n --storage regular || return 1
	done
	for cut in 1x2 2x2; do
		for every in 1 2 3; do
			compared --backend openmp --ranks $cut --exchange-every $every || return 1
		done
		compared --backend host --ranks $cut --storage chasing --levels innermost || return 1
	done
}

done=0 runs=0 rotations=0
try_seeds 'stencilsmith --plain' "$first" "$count"
check "kernels can do $done of $runs" test $((3*done)) -ge $runs
[ "$tried" -lt 8 ] || check "rotations in $rotations" test $rotations -gt 0
finish
