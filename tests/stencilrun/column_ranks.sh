#!/bin/sh
# Long: only in `make check-all`; table_ranks.sh cuts columns in less time.
# Parts whose columns are looked up in tables: whoever owns a column, by a curve, at random or by a file, the bits are those of
# one part that lies row by row, on odd sizes, with and without periods, with halos for several steps, in all storages. FULL=1
# tries all combinations. BACKEND=cuda: on a GPU what is on the host otherwise.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/planes.sh

sizes='11x29x37 9x33x41 11x31x23'
backend=${BACKEND:-host}
stencils='copy fastwaves hdiff laplacian laplap sponge star13 star25 upwind'
storages='chasing direct chasing_compressed direct_compressed'
# shellcheck disable=SC2086 # sizes are words
plane_data $sizes

# columns STENCIL SIZE: those of the domain, of which --write-graph tells how many they are.
columns() {
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "stencils/$1.stencil" $(fields "$1" "$2" "$out" | grep -v '^--[os]') --write-graph "$out/columns" \
		>/dev/null && sed 's/ .*//;q' "$out/columns"
}

# owners FILE COUNT RANKS SEED: at random, and so that each has some.
owners() {
	awk -v n="$2" -v ranks="$3" -v seed="$4" 'BEGIN {
		srand(seed)
		for (i = 0; i < n; i++)
			print i < ranks ? ranks - 1 - i : int(rand()*ranks)
	}' >"$1"
}

# same STENCIL SIZE PERIODIC OPTION...
same() {
	stencil=$1 size=$2 along=$3
	shift 3
	one "$stencil" "$size" "$along"
	# shellcheck disable=SC2046 # options are words
	run steps "$stencil" "$size" "$out/parts" $(periodic "$along") --verify "$@"
	check "$stencil $size, periodic $along, $*" same_files
}

turn=0
for stencil in $stencils; do
	case $stencil in
	copy|sponge) own=chasing ;; # which read no neighbours
	fastwaves|laplacian|upwind) own='chasing chasing_compressed' ;; # nor but next ones
	*) own=$storages ;;
	esac
	for size in $sizes; do
		owners "$out/owners-$stencil-$size" "$(columns "$stencil" "$size")" 4 "$stencil$size"
	done
	for parts in '--ranks 2' '--ranks 3 --partition curve' '--ranks 3 --partition random:5' '--ranks 3x2' \
			'--ranks 4 --partition' '--ranks 5 --partition rectangles'; do
		for along in no x y xy; do
			for every in 1 2 3; do
				turn=$((turn + 1))
				[ -n "${FULL:-}" ] || [ $((turn % 4)) = 0 ] || continue
				for size in $sizes; do
					[ -n "${FULL:-}" ] || [ "$size" = "$(echo "$sizes" | cut -d ' ' -f $((turn/4 % 3 + 1)))" ] || continue
					how=$parts
					[ "${parts%--partition}" = "$parts" ] || how="$parts $out/owners-$stencil-$size"
					# shellcheck disable=SC2086
					storage=$(echo $own $own $own $own | cut -d ' ' -f $((turn/8 % 4 + 1)))
					levels=$(echo 'outermost innermost' | cut -d ' ' -f $((turn/4 % 2 + 1)))
					order=$(echo 'row hilbert random:3 zcurve' | cut -d ' ' -f $((turn/16 % 4 + 1)))
					overlap=$(echo 'on on off' | cut -d ' ' -f $((turn/12 % 3 + 1)))
					# shellcheck disable=SC2086 # options are words
					same "$stencil" "$size" $along $how --storage "$storage" --levels "$levels" --order "$order" \
						--exchange-every $every --overlap "$overlap" --backend openmp
				done
			done
		done
	done
done

# All kernels.
for storage in $storages; do
	for access in naive idxvar shared warp zloop zslice cluster cluster-innermost; do
		levels=outermost
		[ $access = "${access%-innermost}" ] || levels=innermost
		access=${access%-innermost}
		turn=$((turn + 1))
		same laplap 9x33x41 xy --ranks 3 --storage "$storage" --levels $levels --access $access --backend "$backend" \
			--exchange-every $((turn % 3 + 1))
		same hdiff 11x29x37 no --ranks 4 --partition "$out/owners-hdiff-11x29x37" --storage "$storage" --levels $levels \
			--access $access --backend "$backend" --exchange-every $(((turn + 1) % 3 + 1))
	done
	same star13 11x31x23 y --ranks 3 --storage "$storage" --levels innermost --access idxvar --backend "$backend"
done

# Streams in any order that events allow; also of columns that read others without being read by these.
cat >"$out/onward.stencil" <<'END'
stencil onward {
	in u;
	out v;

	v = 0.5*u + 0.25*u[-1,0] + 0.25*u[-2,-1];
}
END
onward() {
	file=$1
	shift
	stencilrun -q "$out/onward.stencil" --in u="$data/p1-9x33x41.npy" --out v="$out/$file.npy" --swap v:u --steps 9 --verify "$@"
}
good 'one way' onward one-way --backend openmp
for seed in 1 2 3 4 5 6; do
	STENCIL_HOST_STREAMS=$seed
	export STENCIL_HOST_STREAMS
	for how in '--ranks 3' '--ranks 4 --partition random' '--ranks 2 --exchange-every 2'; do
		# shellcheck disable=SC2086 # options are words
		good "one way, $how, order $seed" onward parts $how --storage chasing --access idxvar --backend host
		check 'has the bits of one part' cmp "$out/one-way.npy" "$out/parts.npy"
		# shellcheck disable=SC2086 # options are words
		good "one way in clusters, $how, order $seed" onward parts $how --storage chasing --access cluster --levels innermost --backend host
		check 'has the bits of one part' cmp "$out/one-way.npy" "$out/parts.npy"
	done
done
for seed in 1 2 3; do
	STENCIL_HOST_STREAMS=$seed
	export STENCIL_HOST_STREAMS
	for every in 1 2 3; do
		same laplap 9x33x41 xy --ranks 3 --partition random:$seed --storage direct --access shared --levels outermost --backend host \
			--exchange-every $every
		same hdiff 9x33x41 no --ranks 4 --storage chasing --access idxvar --backend host --exchange-every $every
	done
done
unset STENCIL_HOST_STREAMS

# Fields of ints, bools and columns, and levels of time that are handed on; floats.
for along in no x xy; do
	one=$out/mixed-$along
	# shellcheck disable=SC2046 # options are words
	good "mixed fields, periodic $along" mixed "$one" $(periodic $along) --backend openmp
	for every in 1 2 3; do
		for where in openmp "$backend"; do
			# shellcheck disable=SC2046 # options are words
			run mixed "$out/parts" $(periodic $along) --ranks 4 --storage direct --exchange-every $every --backend "$where"
			check "mixed fields in four parts, every $every, $where" same_files
		done
	done
done
for every in 1 2; do
	npy float '<f4' 9x33x41 3
	for how in '--storage regular' "--storage chasing --ranks 4 --exchange-every $every" \
			"--storage direct --ranks 3 --partition random --levels outermost --exchange-every $every"; do
		# shellcheck disable=SC2086 # options are words
		good "floats $how" stencilrun -q stencils/laplap.stencil --in src="$data/float.npy" --out dst="$out/float.npy" --swap dst:src \
			--steps 5 --verify --backend openmp $how
		[ "$how" != '--storage regular' ] || cp "$out/float.npy" "$out/one.npy"
		check "have the bits of one part" cmp "$out/float.npy" "$out/one.npy"
	done
done

laplap() {
	stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/dst.npy" --backend openmp --steps 3 \
		--swap dst:src "$@"
}
series() { # NAME OPTION...
	name=$1
	shift
	stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/$name.pvd" --steps 5 --swap dst:src --save-every 2 \
		--periodic xy --backend openmp "$@"
}
good 'a series' series many --ranks 4 --storage chasing --exchange-every 3
good 'the same of one part' series one
for step in 2 4 5; do
	check "step $step" cmp "$out/many-$step.vti" "$out/one-$step.vti"
done
run stencilrun stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --out dst="$out/dst.npy" --ranks 3 --storage direct --backend openmp
check 'the report tells the parts' grep -q ' (.*, 3 subdomains, peer, overlap): 9657 points' "$out/stdout"

# A graph, read by rules of its own: all columns, no column beside itself, edges both ways, as many as the first line says, and those that
# are read.
is_graph() { # FILE WIDTH HEIGHT PERIODIC EDGES
	awk -v w="$2" -v h="$3" -v periodic="$4" -v edges="$5" '
		function bad(why) { print why; wrong = 1; exit 1 }
		NR == 1 { n = $1; m = $2; if (n != w*h || m != edges) bad("first line " $0); next }
		{
			i = NR - 1
			for (f = 1; f <= NF; f++) {
				if ($f < 1 || $f > n || $f == i || (i, $f) in at) bad("line " NR ": " $f)
				at[i, $f] = 1
				dx = ($f - 1) % w - (i - 1) % w; dx = dx < 0 ? -dx : dx
				dy = int(($f - 1)/w) - int((i - 1)/w); dy = dy < 0 ? -dy : dy
				if (periodic) { if (w - dx < dx) dx = w - dx; if (h - dy < dy) dy = h - dy }
				if (dx + dy > 2) bad("line " NR ": " $f " is not read")
				ends++
			}
		}
		END {
			if (wrong) exit 1
			if (NR != n + 1 || ends != 2*m) { print NR, ends; exit 1 }
			for (pair in at) { split(pair, p, SUBSEP); if (!((p[2], p[1]) in at)) { print pair; exit 1 } }
		}' "$1"
}
graph() {
	stencilrun stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --write-graph "$out/graph" "$@"
}
run graph
check 'a graph is written' grep -qx "$out/graph: 1073 columns, 6110 edges" "$out/stdout"
check 'which others can read' is_graph "$out/graph" 37 29 0 6110
good 'a periodic one' graph -q --periodic xy
check 'which others can read' is_graph "$out/graph" 37 29 1 6438
# Pieces of the order in which one comes to columns along its edges.
awk 'NR == 1 { n = $1; next } { line[NR - 1] = $0 }
	END {
		queue[found = 1] = int(n/2); seen[int(n/2)] = 1
		for (i = 1; i <= found; i++) {
			rank[queue[i]] = int((i - 1)*4/n)
			count = split(line[queue[i]], beside)
			for (b = 1; b <= count; b++) if (!(beside[b] in seen)) { seen[beside[b]] = 1; queue[++found] = beside[b] }
		}
		for (i = 1; i <= n; i++) print rank[i]
	}' "$out/graph" >"$out/pieces"
for every in 1 3; do
	same laplap 9x33x41 xy --ranks 4 --partition "$out/pieces" --storage direct --backend openmp --exchange-every $every
done

printf '%s\n' 0 1 0 >"$out/short"
sed '4s/.*/4/' "$out/owners-laplap-9x33x41" >"$out/range"
sed '4s/.*/-1/' "$out/owners-laplap-9x33x41" >"$out/negative"
sed '4s/.*/x/' "$out/owners-laplap-9x33x41" >"$out/word"
cp "$out/owners-laplap-9x33x41" "$out/long"
echo 1 >>"$out/long"
sed 's/2/1/' "$out/owners-laplap-9x33x41" >"$out/idle"
cp "$data/p1-9x33x41.npy" "$out/dst.npy"
file() { # FILE
	laplap --storage chasing --ranks 4 --partition "$out/$1"
}
refused 1 "$out/short: line 4: expected the rank of a column, of which there are 1073" file short
sed '4s/.*/4294967296/' "$out/owners-laplap-9x33x41" >"$out/wide"
refused 1 "$out/wide: line 4: rank 4294967296 is none of 0 to 3" file wide
refused 1 "$out/range: line 4: rank 4 is none of 0 to 3" file range
refused 1 "$out/negative: line 4: rank -1 is none of 0 to 3" file negative
refused 1 "$out/word: line 4: expected the rank of a column" file word
refused 1 "$out/long has more ranks than there are columns: 1073" file long
refused 1 'rank 2 gets no column: use fewer ranks than 4' file idle
refused 2 "--partition accepts curve, random[:SEED], rectangles or a file that can be read, not '$out/absent'" file absent
refused 1 'the seed of --partition random:99999999999999999999 is too large' laplap --storage chasing --ranks 2 \
	--partition random:99999999999999999999
check 'nothing is written' cmp "$data/p1-9x33x41.npy" "$out/dst.npy"
refused 2 '--partition is for columns that are looked up in tables: storage regular is decomposed into rectangles' laplap --ranks 2 \
	--partition curve
refused 2 '--partition is for several subdomains: give --ranks' laplap --periodic x --storage chasing --partition curve
refused 2 '--partition curve needs the number of subdomains, --ranks 4, not 2x2' laplap --storage chasing --ranks 2x2 --partition curve
refused 2 "'wave' has several kernels, whose subdomains are rectangles: use --partition rectangles" stencilrun -q stencils/programs/wave.stencil \
	--in u="$data/p1-9x33x41.npy" --in old="$data/p2-9x33x41.npy" --out u="$out/u.npy" --storage chasing --ranks 2 --partition curve --backend openmp
refused 2 "'wave' has several kernels, whose subdomains are rectangles: leave out --write-graph" stencilrun -q \
	stencils/programs/wave.stencil --in u="$data/p1-9x33x41.npy" --in old="$data/p2-9x33x41.npy" --write-graph "$out/graph"
refused 2 '--write-graph runs no steps: leave out --out' laplap --write-graph "$out/graph"
refused 2 '--write-graph is for stencils on structured grids and meshes' stencilrun -q stencils/sparse/hierarchize.stencil --dim 2 --level 3 \
	--formula u=x1 --write-graph "$out/graph"
refused 3 "$out/empty: cannot write: Is a directory" stencilrun -q stencils/laplap.stencil --in src="$data/p1-9x33x41.npy" --write-graph "$out/empty"
finish
