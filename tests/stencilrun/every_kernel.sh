#!/bin/sh
# Long: only in `make check-all`; kernels.sh shows in less time that kernels are right.
# Every kernel of every shipped stencil gives the same bytes, and the interpreter agrees:
# both backends, all orders, structs of fields. The kernels are built anew.

. "$(dirname "$0")/../lib/programs.sh"
. tests/lib/arrays.sh
STENCILGEN_CACHE=$out/cache

# All kernels of a backend compile here, several at a time.
for backend in openmp host; do
	run stencilbench --backend $backend --size 24x20x12 --no-time --levels outermost stencils/*.stencil
	kernels=$(for file in stencils/*.stencil; do
		variants "$(basename "$file" .stencil)" \
		$backend
	done | wc -l)
	all_verified() {
		is_clean && [ "$(grep -c ' verified$' "$out/stdout")" = "$kernels" ]
	}
	check "stencilbench verifies all kernels on $backend" all_verified
done

# Every variant gives the same bytes, and the interpreter agrees.
same_results() {
	is_clean && grep -q 'equal to the interpreter' "$out/stdout" &&
	diff -r "$out/first/$stencil" "$out/other" && rm -r "$out/other"
}
for stencil in copy fastwaves hdiff laplap sponge upwind; do
	apply "$out/first/$stencil" $stencil p -q --backend openmp
	for backend in openmp host; do
		variants "$stencil" $backend >"$out/variants"
		while read -r options; do
			# shellcheck disable=SC2086
			run apply "$out/other" "$stencil" p --verify --backend $backend $options
			check "$stencil on $backend, $options" same_results
		done <"$out/variants"
		for order in row zcurve:4 hilbert random:3; do
			run apply "$out/other" "$stencil" p --verify --backend $backend --storage chasing \
				--order $order --block 5x3x2
			check "$stencil on $backend, --order $order" same_results
		done
		good "$stencil on $backend, NaN and the like" \
			apply "$out/odd" "$stencil" odd --verify -q --backend $backend
	done
done
for backend in openmp host; do
	good "a sample on $backend" stencilrun stencils/laplap.stencil --in src="$data/sample.npy" \
		--out dst="$out/dst.npy" --verify --backend $backend
	good "floats on $backend" apply "$out/float" hdiff f --verify --backend $backend
	good "floats on $backend, direct" apply "$out/float" laplap f --verify --backend $backend \
		--storage direct --access naive
done

# With its fields in structs, too.
for stencil in fastwaves hdiff sponge; do
	for backend in openmp host; do
		for fields in aos aosoa aos_in aosoa_in; do
			[ $stencil != sponge ] || [ "${fields%_in}" = "$fields" ] || continue
			for storage in regular chasing; do
				run apply "$out/other" $stencil p --verify --backend $backend --fields $fields \
					--storage $storage
				check "$stencil on $backend, --fields $fields, $storage" same_results
			done
		done
	done
done
good 'floats in structs' apply "$out/float" hdiff f --verify --fields aosoa --storage direct
says_fields() {
	grep -q '^hdiff_direct_idxvar_aosoa_float on ' "$out/stdout"
}
check 'the layout is in the name' says_fields

finish
