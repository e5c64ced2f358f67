#!/bin/sh
# Times of parts: rows have what they should, bits are compared first, and what is not for parts is refused. No time is judged.
# Long: only in `make check-all`.

. "$(dirname "$0")/../lib/programs.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

small='--size 40x28x4 --runs 1'
# shellcheck disable=SC2086
{
bench $small --scaling weak --ranks 1x1,1x2,2x2 --csv "$out/weak.csv" --svg "$out/weak.svg" stencils/laplap.stencil
weak() {
	is_clean && cells_of "$out/weak.csv" scaling kernel size_x grid_x grid_y ranks_x ranks_y ranks outcome same_bits messages \
		message_bytes points >"$out/cells" && diff - "$out/cells" <<-'END'
			weak laplap_regular_rows 40 40 28 1 1 1 measured - 0 0 3456
			weak laplap_regular_rows 40 40 52 1 2 2 measured yes 1 2304 6912
			weak laplap_regular_rows 40 76 52 2 2 4 measured yes 3 3968 13824
		END
}
check 'weak scaling: each part has the size' weak
timed() {
	cells_of "$out/weak.csv" step_us alone_us exchange_us serial_us efficiency_pct direction_GBps >"$out/cells" &&
	awk 'NR == 1 && NF != 3 { exit 1 } NR > 1 { for (i = 1; i <= 6; i++) if (!($i > 0)) exit 1 } END { exit NR != 3 }' "$out/cells"
}
check 'and times of steps, of parts alone and of exchanges' timed
check 'a table of them' grep -Eq '^laplap_regular_rows +1x1x1 +76x52x4 +2x2 .* yes$' "$out/stdout"
named() {
	head -1 "$out/stdout" | grep -qx 'weak scaling, transport peer, exchange every 1' && sed -n 2p "$out/stdout" | grep -q ' grid  *subdomains devices ' &&
	grep -q '>subdomains<' "$out/weak.svg" && ! grep -Ewi 'parts?|engine' "$out/stdout" "$out/weak.svg"
}
check 'which name subdomains and the transport' named
check 'a chart with what would be ideal' awk -f tests/lib/chart.awk "$out/weak.svg"
check 'of a line for the kernel' grep -q '<title>4, laplap rows, 40x28x4: ' "$out/weak.svg"

bench $small --scaling strong --ranks 1,2,4 --access naive,idxvar --csv "$out/strong.csv" stencils/hdiff.stencil
strong() {
	is_clean && [ "$(cells_of "$out/strong.csv" scaling access grid_x grid_y ranks same_bits | sort -u | wc -l)" = 6 ] &&
	[ "$(cells_of "$out/strong.csv" grid_x grid_y | sort -u)" = '40 28' ]
}
check 'strong scaling: all parts have the size' strong

bench $small --backend host --access tile --scaling weak --ranks 2x2 --periodic xy --exchange-every 2 --no-time stencils/hdiff.stencil
check 'only bits, of periodic parts and wide halos' grep -Eq '^hdiff_regular_tile .* 2x2 .* yes$' "$out/stdout"
bench $small --scaling weak --storage direct --order hilbert --ranks 1x2,2x2 --periodic y --exchange-every 2 --no-time stencils/laplap.stencil
check 'and of columns that are looked up' test "$(grep -Ec '^laplap_direct_idxvar .* [12]x2 .* yes$' "$out/stdout")" = 2
bench $small --scaling weak --storage direct --ranks 1x2,2x2 --csv "$out/columns.csv" stencils/laplap.stencil
columns() {
	is_clean && cells_of "$out/columns.csv" ranks same_bits messages message_bytes >"$out/cells" && diff - "$out/cells" <<-'END'
			2 yes 1 2304
			4 yes 3 3872
		END
}
check 'of which only those that are read are exchanged' columns
bench --size 40x28x1 --runs 1 --backend host --scaling weak --ranks 2x2 --csv "$out/shallow.csv" stencils/programs/shallow.stencil
program() {
	is_clean && [ "$(cells_of "$out/shallow.csv" outcome same_bits messages)" = 'measured yes 3' ]
}
check 'several kernels' program
for backend in host openmp; do
	bench --size 24x18x3 --runs 1 --backend $backend --scaling weak --ranks 1x1,2x2 --exchange-every 2 --csv "$out/sums.csv" stencils/programs/cg.stencil
	sums() {
		is_clean && [ "$(cells_of "$out/sums.csv" ranks outcome same_bits | tr '\n' ' ')" = '1 measured - 4 measured yes ' ] &&
		! cells_of "$out/sums.csv" step_us alone_us | grep -q ' $'
	}
	check "sums, on $backend" sums
done
# usual NAME OPTION...: the kernels that --scaling takes.
usual() {
	names=$1
	shift
	bench --scaling weak --ranks 1x2 --no-time --csv "$out/usual.csv" "$@"
	check "$names of $*" test "$(cells_of "$out/usual.csv" access same_bits | tr '\n' ' ')" = "$names"
}
cat >"$out/norm.stencil" <<'END'
stencil norm {
	inout u;
	out scalar s;

	s = sum(u*u);
	t = u[west];
	u = t/s;
}
END
usual 'idxvar yes zloop yes ' --size 128x128x2..256x256x2 --backend host "$out/norm.stencil"
usual 'idxvar yes ' --size 257x256x2 --backend openmp "$out/norm.stencil"
usual 'idxvar yes ' --size 257x256x2 --block 64x2x1 --backend host "$out/norm.stencil"
usual 'naive yes ' --size 257x256x2 --access naive --backend host "$out/norm.stencil"
STENCIL_HOST_STREAMS=3
export STENCIL_HOST_STREAMS
bench --size 24x18x3 --runs 1 --backend host --scaling weak --ranks 1,2 --graph stencils/programs/cg.stencil
check 'sums are captured' is_clean
bench $small --backend host --access naive --scaling weak --ranks 1x2,1x1,2x2,1 --csv "$out/devices.csv" stencils/laplap.stencil
devices() {
	is_clean && [ "$(cells_of "$out/devices.csv" devices outcome | tr '\n' ' ')" = '2 measured 1 measured 2 measured 1 measured ' ]
}
check 'two devices, and then one' devices
bench $small --backend host --access naive --model 2x2 stencils/laplap.stencil
check 'one, after messages between two' is_clean
STENCIL_HOST_STREAMS=5:interior
export STENCIL_HOST_STREAMS
bench $small --backend host --scaling weak --ranks 2x2 --csv "$out/wrong.csv" stencils/laplap.stencil
unset STENCIL_HOST_STREAMS
wrong() {
	fails 1 'laplap_regular_idxvar in 2x2 subdomains has other bits than in one' &&
	[ "$(cells_of "$out/wrong.csv" outcome same_bits samples)" = 'wrong no 0' ]
}
check 'wrong parts are not timed' wrong

cat >"$out/two.stencil" <<'END'
stencil two {
	in a, b;
	out c, d;
	c = b[west] - a[east];
	d = a[north];
}
END
bench $small --scaling weak --ranks 1x2 --swap d:a --swap c:b --no-time "$out/two.stencil"
check '--swap' is_clean
bench $small --scaling weak --ranks 1x2 --swap d:c "$out/two.stencil"
check 'of an out and an in field' fails 2 "--swap d:c: write OUT:IN, an out and an in field of 'two'"
bench $small --scaling weak stencils/copy.stencil
check 'a stencil that hands nothing on' fails 2 "'copy' has no out field like an in field that it reads around the point"
bench $small --scaling weak --ranks 1x9 --exchange-every 4 stencils/laplap.stencil
check 'thin parts of weak scaling are none' is_clean
bench $small --scaling strong --ranks 1x13 stencils/laplap.stencil
check 'thin parts' fails 2 'laplap_regular_rows: subdomains 1 rows high are narrower'
for option in '--tune x' '--baseline x' '--cache cold'; do
	bench $small --scaling weak $option stencils/laplap.stencil
	check "$option" fails 2 "$(echo "$option" | sed 's/ .*//') is not for several subdomains"
done
for option in '--ranks 2' '--swap a:b' '--periodic x' '--exchange-every 2' '--engine peer' '--network 1:1' '--share-gpus' '--comm-blocks 2'; do
	bench $small $option stencils/laplap.stencil
	check "$option alone" fails 2 "$(echo "$option" | sed 's/ .*//') is for several subdomains: give --scaling, --ping or --model"
done
for wrong in '--scaling linear' '--scaling weak --ranks 2y2' '--scaling weak --engine mpi' \
	'--scaling weak --periodic z' '--scaling weak --model 2x2' '--scaling weak --ping' '--model 4' '--model 2x2 --network 3' '--scaling weak --step 3' \
	'--model 2x2 --network 1:1 --step 0' \
	'--scaling weak --network 1:1'; do
	bench $small $wrong stencils/laplap.stencil
	check "$wrong" fails 2 "$(echo "$wrong" | grep -o -e '--[a-z]*' | tail -1)"
done

bench --ping --csv "$out/ping.csv"
ping() {
	is_clean && [ "$(cells_of "$out/ping.csv" bytes half_us one_way_us both_ways_us | awk '$2 > 0 && $3 > 0 && $4 > 0' | wc -l)" = 24 ] &&
	grep -q '^latency [0-9.]* us, bandwidth [0-9.]* GB/s' "$out/stdout"
}
check '--ping: 24 sizes and a fit' ping
bench $small --scaling weak --engine nccl stencils/laplap.stencil
check '--engine nccl on a CPU' fails 2 '--engine nccl is for GPUs, not backend openmp'
bench --ping --engine nccl
check '--ping by NCCL on a CPU' fails 2 '--engine nccl is for GPUs, not backend openmp'
bench --ping stencils/laplap.stencil
check '--ping takes no stencil' fails 2 '--ping measures messages: leave out stencils'

bench $small --model 32x32 --network 10:100 --csv "$out/model.csv" stencils/laplap.stencil
model() {
	is_clean && head -1 "$out/stdout" | grep -q '^predicted, not measured: .* a latency of 10.00 us and 100.00 GB/s (given), and the time of one subdomain$' &&
	sed -n 2p "$out/stdout" | grep -q ' size  *subdomains step us ' &&
	[ "$(cells_of "$out/model.csv" times | sort | uniq -c | awk '{ print $1, $2 }')" = '33 predicted' ] &&
	[ "$(cells_of "$out/model.csv" ranks every | tail -1)" = '1024 4' ]
}
check '--model: predictions as far as 1024 parts' model
bench $small --model 2x2 --network 10:100 --step 50 --csv "$out/model.csv" stencils/laplap.stencil
given() {
	is_clean && [ "$(cells_of "$out/model.csv" alone_us device | sort | uniq -c | awk '{ print $1, $2, $3 }')" = '9 50.000 -' ]
}
check '--model: of a step whose time is given' given
}

finish
