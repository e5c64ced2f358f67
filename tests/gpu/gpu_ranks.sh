#!/bin/sh
# gpu_ranks.sh : on two GPUs or more, in one process, with build/ as it is: the bits of parts, with --exact, against those of one part; then
# what runtime/results/scaling.runs lists, part by part, and its page. The tables come last. Bits take about three minutes, the parts
# two to three each; nothing begins after LIMIT seconds. PARTS: only these, of bits memory graphs meshes nccl 1 2 3; memory: CUDA's own checks.
#
# BIN, STENCILS say where things are, OUT where results go.
set -u
cd "$(dirname "$0")/../.." || exit 1
bin=${BIN:-build} stencils=${STENCILS:-stencils} out=${OUT:-build/gpu_ranks} backend=${BACKEND:-cuda} parts=${PARTS:-bits 1 2 3}
limit=${LIMIT:-420}
export STENCILGEN_CACHE="${STENCILGEN_CACHE:-$PWD/build/cache}"
mkdir -p "$out" || exit 1
rm -f "$out"/*.npy
start=$(date +%s) failed=0 right=0

complain() { # WHAT: and the end of what the program said.
	echo "FAILED  $1"
	tail -5 "$out/said.txt" | sed 's/^/        /'
	failed=1
}

# --- Bits ---

sample() { # NAME XxYxZ
	"$bin/stencilrun" --sample "$2" "$out/$1.npy" >"$out/said.txt" 2>&1 || complain "a sample $2"
}

# apply FILE WORDS OPTION...: a stencil whose fields the words give, to FILE.
apply() {
	result=$1 words=$2
	shift 2
	# shellcheck disable=SC2086 # words are words
	"$bin/stencilrun" -q $words="$out/$result.npy" --backend "$backend" --storage regular --exact "$@" >"$out/said.txt" 2>&1
}

# same NAME WORDS OPTIONS CUT...: with each of the cuts, options in one word, the result is that of one part.
same() {
	name=$1 words=$2 options=$3
	shift 3
	# shellcheck disable=SC2086
	apply one "$words" $options || {
		complain "$name $options in one part"
		return
	}
	for cut; do
		rm -f "$out/parts.npy"
		# shellcheck disable=SC2086
		if apply parts "$words" $options $cut && cmp -s "$out/one.npy" "$out/parts.npy"; then
			right=$((right + 1))
		else
			complain "$name $options $cut has other bits than one part"
		fi
	done
}

bits() {
	sample a 147x95x11
	sample b 147x95x11
	sample c 150x131x5
	cat >"$out/narrow.stencil" <<-'END'
		stencil narrow {
			in double a;
			out float narrowed;
			narrowed = a;
		}
	END
	cat >"$out/lift.stencil" <<-'END'
		stencil lift {
			in a;
			out p;
			p = 50000 + 1000*a;
		}
	END
	apply f "$out/narrow.stencil --in a=$out/a.npy --out narrowed" || complain 'an array of floats'
	laplap="$stencils/laplap.stencil --in src=$out/a.npy --swap dst:src --steps 7 --out dst"
	odd="$stencils/laplap.stencil --in src=$out/c.npy --swap dst:src --steps 7 --out dst"
	many="$stencils/laplap.stencil --in src=$out/c.npy --swap dst:src --steps 200 --out dst"
	hdiff="$stencils/hdiff.stencil --in src=$out/a.npy --in coeff=$out/b.npy --swap dst:src --steps 5 --out dst"
	upwind="$stencils/upwind.stencil --in tracer=$out/f.npy --in u=$out/b.npy --in v=$out/b.npy --swap moved:tracer --steps 6 --out moved"
	star="$stencils/star25.stencil --in u=$out/a.npy --swap f:u --steps 3 --out f"
	mixed="tests/data/ranks/mixed.stencil --in u=$out/a.npy --in old=$out/b.npy --in sum=$out/b.npy --swap new:u:old --steps 7 --out"
	for access in naive idxvar shared zloop zslice tile tile_ordered wide; do
		same laplap "$laplap" "--access $access" '--ranks 1x2' '--ranks 2x1' '--ranks 2x2 --exchange-every 2' \
			'--ranks 1x3 --overlap off'
	done
	same laplap "$laplap" '--access idxvar --periodic xy' '--ranks 1x2' '--ranks 2x1 --exchange-every 3' '--ranks 2x2' \
		'--ranks 1x2 --overlap off'
	same laplap "$laplap" '--access wide --periodic y' '--ranks 1x2' '--ranks 2x2 --exchange-every 2'
	for access in idxvar tile wide; do
		same hdiff "$hdiff" "--access $access" '--ranks 1x2' '--ranks 2x2 --exchange-every 2' '--ranks 2x3'
	done
	same hdiff "$hdiff" '--access idxvar --periodic xy' '--ranks 1x2 --exchange-every 2' '--ranks 2x2'
	same upwind "$upwind" '--access tile' '--ranks 1x2' '--ranks 2x1' '--ranks 2x2 --exchange-every 3'
	same upwind "$upwind" '--access wide --periodic x' '--ranks 2x1' '--ranks 2x2'
	same star25 "$star" '--access idxvar' '--ranks 1x2' '--ranks 2x2 --exchange-every 2'
	same mixed "$mixed new" '--access idxvar --periodic xy' '--ranks 1x2' '--ranks 2x2 --exchange-every 3'
	same mixed "$mixed sum" '--access idxvar' '--ranks 2x2 --exchange-every 2'
	sample flat 145x93x1
	apply lifted "$out/lift.stencil --in a=$out/flat.npy --out p" || complain 'an array of pressures'
	water="$stencils/programs/shallow.stencil --steps 9"
	for name in flat lifted; do # one level, as a column field has it
		LC_ALL=C sed "s/(1, 93, 145), }/(93, 145), }   /" "$out/$name.npy" >"$out/$name-2d.npy"
	done
	for field in u v uold vold; do water="$water --in $field=$out/flat-2d.npy"; done
	for field in p pold; do water="$water --in $field=$out/lifted-2d.npy"; done
	same shallow "$water --out u" '' '--ranks 1x2' '--ranks 2x1' '--ranks 2x2 --exchange-every 2' '--ranks 1x3'
	same shallow "$water --out pold" '' '--ranks 1x2' '--ranks 2x2'
	heat="$stencils/programs/heat_3d.stencil --in a=$out/a.npy --in b=$out/b.npy --steps 7 --out a"
	gray="$stencils/programs/gray_scott.stencil --in u=$out/a.npy --in v=$out/b.npy --swap unew:u --swap vnew:v --steps 7 --out unew"
	same heat_3d "$heat" '' '--ranks 1x2' '--ranks 2x2 --exchange-every 2'
	same gray_scott "$gray" '' '--ranks 1x2' '--ranks 2x2' '--ranks 1x2 --overlap off'
	same laplap "$odd" '--access wide' '--ranks 1x2' '--ranks 2x2' '--ranks 3x2'
	same laplap "$many" '--access idxvar' '--ranks 1x2' '--ranks 2x2 --exchange-every 2'
	apply parts "$laplap" --ranks 1x2 --verify || complain 'laplap in 1x2 parts, verified'
	echo "$right cuts have the bits of one part; $(($(date +%s) - start)) s"
}

# Watches for wrong places in memory, and races in it.
memory() {
	[ -s "$out/a.npy" ] || sample a 147x95x11
	checker=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null) || {
		echo 'no compute-sanitizer'
		return
	}
	for tool in memcheck racecheck; do
		"$checker" --tool $tool --error-exitcode 9 "$bin/stencilrun" -q "$stencils/laplap.stencil" --in src="$out/a.npy" \
			--out dst="$out/parts.npy" --swap dst:src --steps 3 --ranks 1x2 --backend "$backend" --access idxvar \
			>"$out/$tool.txt" 2>&1 && echo "$tool finds nothing" || { echo "FAILED  $tool: $out/$tool.txt"; failed=1; }
	done
}

# --- Times ---

# Engine nccl, where the library is: STENCILGEN_NCCL, or that of Python's package.
nccl() {
	export STENCILGEN_NCCL="${STENCILGEN_NCCL:-$(python3 -c 'import nvidia.nccl as n; print(list(n.__path__)[0])' 2>/dev/null)/lib/libnccl.so.2}"
	[ -s "$out/a.npy" ] || sample a 147x95x11
	laplap="$stencils/laplap.stencil --in src=$out/a.npy --swap dst:src --steps 7 --out dst"
	same laplap "$laplap" '--access idxvar' '--ranks 1x2 --engine nccl' '--ranks 2x1 --engine nccl --exchange-every 2' \
		'--ranks 1x2 --engine nccl --overlap off' '--ranks 1x2 --engine nccl --comm-blocks 1'
	same laplap "$laplap" '--access idxvar --periodic xy' '--ranks 1x2 --engine nccl'
	"$bin/stencilbench" --backend "$backend" --scaling weak --size "${SIZE:-512x512x64}" --ranks 1x2 --engine nccl --runs 10 \
		--csv "$out/nccl.csv" "$stencils/laplap.stencil" "$stencils/hdiff.stencil" 2>"$out/said.txt" || complain 'times by NCCL'
	"$bin/stencilbench" --backend "$backend" --ping --engine nccl --csv "$out/nccl_ping.csv" 2>"$out/said.txt" || complain 'messages by NCCL'
	echo "nccl: $(($(date +%s) - start)) s"
}

# Steps that are replayed as graphs: their bits, and times with them and without.
graphs() {
	[ -s "$out/a.npy" ] || sample a 147x95x11
	laplap="$stencils/laplap.stencil --in src=$out/a.npy --swap dst:src --steps 53 --out dst"
	same laplap "$laplap" '--access idxvar' '--ranks 1x2 --graph' '--ranks 2x2 --graph' '--ranks 1x2 --graph --overlap off' \
		'--ranks 2x1 --graph --exchange-every 3'
	same laplap "$laplap" '--access idxvar --periodic xy' '--ranks 1x2 --graph'
	for graph in '' --graph; do
		# shellcheck disable=SC2086 # an option or none
		"$bin/stencilbench" --backend "$backend" --scaling weak --size "${SIZE:-512x512x64}" --ranks 1x1,1x2 --access idxvar --runs 10 \
			$graph --csv "$out/graphs$graph.csv" "$stencils/laplap.stencil" "$stencils/hdiff.stencil" 2>"$out/said.txt" ||
			complain "times $graph"
	done
	echo "graphs: $(($(date +%s) - start)) s"
}

# Parts of meshes: their bits.
meshes() {
	for levels in outermost innermost; do
		for cut in '--ranks 1' '--ranks 2' '--ranks 3 --partition random:5' '--ranks 2 --overlap off' '--ranks 2 --exchange-every 2' \
				'--ranks 2 --graph' '--ranks 3 --exchange-every 2 --graph'; do
			# shellcheck disable=SC2086 # words
			"$bin/stencilrun" -q "$stencils/mesh/nabla2.stencil" --mesh icosahedron:R2B3 --size-levels 9 --steps 50 --swap z:w \
				--formula 'w=sin(element+7*k)' --formula 'geofac_n2s=0.1+0.01*slot' --backend "$backend" --exact --levels $levels \
				--out z="$out/mesh.npy" $cut >"$out/said.txt" 2>&1 || complain "a mesh, levels $levels, $cut"
			[ "$cut" != '--ranks 1' ] || mv "$out/mesh.npy" "$out/one.npy"
			[ "$cut" = '--ranks 1' ] || cmp -s "$out/mesh.npy" "$out/one.npy" || complain "a mesh, levels $levels, $cut: other bits"
		done
	done
	echo "meshes: $(($(date +%s) - start)) s"
}

# A part of what runtime/results/scaling.runs lists, and its page.
measure() {
	TOPIC=scaling GPU=gpus RESULTS="$out" WORK="$out/work" BACKEND="$backend" BIN="$bin" sh runtime/tables.sh "$1" 2>"$out/said.txt" ||
		complain "part $1"
	echo "part $1: $(($(date +%s) - start)) s"
}

[ "$backend" != cuda ] || { nvidia-smi -L && nvidia-smi topo -m; } >"$out/gpus.txt" 2>&1
for part in $parts; do
	if [ $(($(date +%s) - start)) -gt "$limit" ]; then
		echo "gpu_ranks.sh: no time for part $part: call again with PARTS=$part" >&2
		failed=1
	elif [ "$part" = bits ]; then
		bits
	elif [ "$part" = memory ] || [ "$part" = graphs ] || [ "$part" = meshes ] || [ "$part" = nccl ]; then
		$part
	else
		measure "$part"
	fi
done
rm -f "$out"/*.npy "$out"/*.stencil
for file in "$out"/work/scaling/*.txt; do
	[ ! -s "$file" ] || { echo; basename "$file" .txt; cat "$file"; }
done
exit $failed
