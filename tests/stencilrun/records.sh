#!/bin/sh
# In fields with a record for each K-th step: --in FIELD=FILE.nc:NAME[time]. Single steps, each with its record alone, are the oracle.

. "$(dirname "$0")/../lib/programs.sh"

if ! command -v ncgen >/dev/null; then
	echo 'skipped: there is no ncgen (package netcdf-bin)'
	finish
fi
run "$bin/stencilrun" -q stencils/laplap.stencil --size 17x13x3 --formula 'src=sin(i*0.3)*cos(j*0.7) + 0.1*k' --out dst="$data/heat.nc:h" \
	--steps 5 --swap dst:src --save-every 1 --backend host
if ! is_clean; then
	echo 'skipped: the tools are built without libnetcdf'
	finish
fi
cat >"$out/warm.stencil" <<'END'
stencil warm {
	in heat, u;
	out v;
	v = 0.5*u + 0.25*(heat[east] - heat[north]) + heat[west];
}
END
cat >"$out/blend.stencil" <<'END'
stencil blend {
	param f;
	in a, b;
	out c;
	c = (1 - f)*a + f*b;
}
END
warm() { # FILE OPTION...
	file=$1
	shift
	run "$bin/stencilrun" "$out/warm.stencil" --out v="$out/$file.npy" --backend host --swap v:u "$@"
}
record() { # STEP EVERY LINEAR: the values of a step, in heat.npy
	n=$((($1 - 1)/$2)) share=$((($1 - 1)%$2)) next=0
	[ -n "$3" ] && [ $share != 0 ] || share=0
	[ $share = 0 ] || next=1
	"$bin/stencilrun" -q "$out/blend.stencil" --in a="$data/heat.nc:h[time=$n]" --in b="$data/heat.nc:h[time=$((n + next))]" \
		--param f="$(awk "BEGIN { printf \"%.17g\", $share/$2 }")" --out c="$out/heat.npy" --backend host
}
start='--formula u=i-0.5*j'
forced="--in heat=$data/heat.nc:h[time]"
# shellcheck disable=SC2086 # options are words
for how in '5 1' '9 2' '5 5' '7 2 linear' '13 3 linear'; do
	set -- $how
	steps=$1 every=$2 linear=${3-}
	for step in $(seq "$steps"); do
		record "$step" "$every" "$linear"
		if [ "$step" = 1 ]; then u=$start; else u="--in u=$out/now.npy"; fi
		"$bin/stencilrun" -q "$out/warm.stencil" --in heat="$out/heat.npy" $u --out v="$out/next.npy" --backend host --swap v:u
		mv "$out/next.npy" "$out/now.npy"
	done
	options="$forced --every $every ${linear:+--linear}"
	warm all $start $options --steps "$steps" --verify
	check "$how: equal to the interpreter" is_clean
	check "$how: step by step is the same" cmp "$out/all.npy" "$out/now.npy"
	for cut in 2x2 1x3; do
		for order in 1 4; do
			STENCIL_HOST_STREAMS=$order warm parts $start $options --steps "$steps" --ranks $cut --verify
			check "$how, $cut, order $order of streams" is_clean
			check "$how, $cut: the same bits" cmp "$out/all.npy" "$out/parts.npy"
		done
	done
	warm half $start $options --steps 2 --save-state "$out/state"
	warm rest --load-state "$out/state" $options --steps $((steps - 2)) --verify
	check "$how: a run that continues" is_clean
	check "$how: with later records" cmp "$out/all.npy" "$out/rest.npy"
done
# shellcheck disable=SC2086 # options are words
{
	options="$start $forced --every 2 --linear --steps 6 --verify"
	for where in '--periodic xy' '--periodic x --ranks 2x2' '--storage chasing_compressed' '--storage chasing --ranks 3' \
			'--storage chasing --levels innermost --ranks 2 --exchange-every 2' '--exchange-every 3 --ranks 1x2'; do
		warm other $options $where
		check "$where" is_clean
		case $where in
		*periodic*) ;;
		*) warm one $options; check "$where: the same bits" cmp "$out/one.npy" "$out/other.npy" ;;
		esac
	done
	warm one $options --periodic x
	warm other $options --periodic x --ranks 2x2
	check 'a period in subdomains: the same bits' cmp "$out/one.npy" "$out/other.npy"
	run "$bin/stencilrun" "$out/warm.stencil" --out v="$out/float.npy" --swap v:u --convert --precision float $options
	check 'floats of a file of doubles' grep -q "'heat' ($data/heat.nc:h\[time=0\]): double converted to float" "$out/stderr"
	check 'one line about it' test "$(wc -l <"$out/stderr")" = 1

	warm none $start $forced --steps 6
	check 'too few records' fails 3 'h[time=5]: index 5 is out of range' 'step 6 needs this record'
	check 'nothing is written' test ! -e "$out/none.npy"
	warm none $start $forced --steps 5 --graph --ranks 2x1
	check 'no graph' fails 2 "--in heat=$data/heat.nc:h[time] changes between steps: leave out --graph"
	warm none $start --in heat="$out/heat.npy" --every 2
	check '--every alone' fails 2 '--every is for fields with several records: give --in FIELD=FILE.nc:NAME[time]'
	warm none $start --in heat="$out/heat.npy" --linear
	check '--linear alone' fails 2 '--linear is for fields with several records'
	warm none $start --in heat="$data/heat.nc:h[time,z]"
	check 'two dimensions' fails 2 'write an index as [DIMENSION=INDEX]'
	warm none $start --in heat="$data/heat.nc:h[day]"
	check 'another dimension' fails 1 "the variable has no dimension 'day'"
	run "$bin/stencilrun" "$out/warm.stencil" $start --in heat="$out/heat.npy" --out v="$out/none.nc:v[time]"
	check 'no records of a result' fails 2 'results are not written to records of a file: leave out [time]'
	run "$bin/stencilrun" "$out/warm.stencil" $start $forced --out v="$out/none.npy" --swap v:heat --steps 2
	check 'no field of --swap' fails 2 '--swap v:heat gives the field new values: choose one record, as [time=0]'
}
cat >"$out/grow.stencil" <<'END'
stencil grow { inout u; u = 2*u; }
END
run "$bin/stencilrun" "$out/grow.stencil" --in u="$data/heat.nc:h[time]" --out u="$out/none.npy"
check 'no inout field' fails 2 'steps compute this inout field: choose one record, as [time=0]'
cat >"$out/count.stencil" <<'END'
stencil count { in int n; in u; out v; v = n > 0 ? u : 0; }
END
run "$bin/stencilrun" "$out/count.stencil" --in n="$data/heat.nc:h[time]" --formula u=i --out v="$out/none.npy" --linear
check 'no line between ints' fails 2 "--linear interpolates float and double, but field 'n' is int"

# On a mesh, by (time, level, cell) and by (time, cell, level); of polygons with slots for any number of neighbors, too.
on_mesh() { # STENCIL OPTION...
	name=$1
	shift
	run "$bin/stencilrun" -q "$out/$name.stencil" --mesh "$mesh" --size-levels 3 --backend host "$@"
}
drive() { # FILE OPTION...
	file=$1
	shift
	on_mesh drive --out v="$out/$file.npy" --swap v:u "$@"
}
for grid in triangles polygons; do
	mesh=icosahedron:R2B1
	[ $grid = triangles ] || mesh=dual:$mesh
	cat >"$out/drive.stencil" <<-END
		stencil drive on $grid {
			in cell heat, u;
			out cell v;
			v = 0.5*u + sum(c in cells: heat[c]);
		}
	END
	cat >"$out/cool.stencil" <<-END
		stencil cool on $grid {
			in cell u;
			out cell v;
			v = u - 0.25*sum(c in cells: u[c]);
		}
	END
	rm -f "$data/mesh.nc"
	on_mesh cool --formula 'u=x + 0.1*k' --out v="$data/mesh.nc:h" --steps 4 --swap v:u --save-every 1 --levels innermost
	check "records of $grid" is_clean
	u='--formula u=z'
	# shellcheck disable=SC2086 # options are words
	for step in 1 2 3 4; do
		drive next --in heat="$data/mesh.nc:h[time=$((step - 1))]" $u
		mv "$out/next.npy" "$out/now.npy"
		u="--in u=$out/now.npy"
	done
	for where in '' '--levels outermost' '--levels innermost --order hilbert' '--ranks 3' '--ranks 2 --exchange-every 2' \
		'--ranks 2 --levels outermost'; do
		# shellcheck disable=SC2086 # options are words
		drive all --in heat="$data/mesh.nc:h[time]" --formula u=z --steps 4 --verify $where
		check "$grid $where" is_clean
		check "$grid $where: step by step is the same" cmp "$out/all.npy" "$out/now.npy"
	done
done

. tests/lib/mpi.sh
# shellcheck disable=SC2086 # options are words
for cut in 2x1 1x3; do
	warm all $options
	run ranks $((${cut%x*}*${cut#*x})) "$bin/stencilrun" "$out/warm.stencil" --out v="$out/processes.npy" --backend host --swap v:u $options --ranks $cut
	check "$cut processes" is_clean
	check "$cut processes: the same bits" cmp "$out/all.npy" "$out/processes.npy"
done
finish
