#!/bin/sh
# Williamson's test case 2, steady geostrophic flow, by stencils/dycore/trisk_stage on dual icosahedral meshes: the error of
# h after a time of 1 is of second order in l2, and mass is conserved to rounding. Three Runge-Kutta stages are a step (Wicker
# and Skamarock 2002). The sphere has the radius 1, and 1 is the time in which it turns by one radian; g is 1.

. "$(dirname "$0")/../lib/programs.sh"

cat >"$data/start.stencil" <<'END'
stencil start on polygons { in vertex psi; in edge column length; out edge u;
	u = (psi[vertices[1]] - psi[vertices[0]])/length; }
END
# The wind is the curl of psi: of solid rotation.
solid=0.0831 depth=0.1362
slope=$(awk -v u=$solid 'BEGIN { printf "%.17g", u + u*u/2 }')

case2() { # MESH STEPS
	mesh=$1 dt=$(awk -v n="$2" 'BEGIN { printf "%.17g", 1/n }')
	stencilrun "$data/start.stencil" -q --backend openmp --mesh "$mesh" --size-levels 1 --formula "psi=$solid*sin(lat)" \
		--in length=@length --out u="$data/u.npy" || return
	echo 'stencil depth on polygons { in cell a; out cell h; h = a; }' >"$data/depth.stencil"
	stencilrun "$data/depth.stencil" -q --backend openmp --mesh "$mesh" --size-levels 1 \
		--formula "a=$depth - $slope*sin(lat)*sin(lat)" --out h="$data/h.npy" || return
	cp "$data/h.npy" "$data/first.npy"
	step=0
	while [ $step -lt "$2" ]; do
		cp "$data/h.npy" "$data/h_0.npy"
		cp "$data/u.npy" "$data/u_0.npy"
		for part in 3 2 1; do
			stencilrun stencils/dycore/trisk_stage.stencil -q --backend openmp --mesh "$mesh" --in h_0="$data/h_0.npy" \
				--in u_0="$data/u_0.npy" --in h="$data/h.npy" --in u="$data/u.npy" --in area=@area --in area_v=@area \
				--in dc=@dual_length --in dv=@length --in sign=@sign --in sign_v=@sign --in kite=@kite --in weights=@weights \
				--formula 'f=2*sin(lat)' --param g=1 --param dt="$(awk -v dt="$dt" -v n=$part 'BEGIN { printf "%.17g", dt/n }')" \
				--out h_new="$data/h_1.npy" --out u_new="$data/u_1.npy" || return
			mv "$data/h_1.npy" "$data/h.npy"
			mv "$data/u_1.npy" "$data/u.npy"
		done
		step=$((step + 1))
	done
	stencilrun --mesh "$mesh" --save-mesh "$data/mesh" -q || return
	for file in first h mesh/cell_area; do
		od -An -v -tf8 -w8 -j128 "$data/$file.npy" >"$data/$(basename $file).txt"
	done
	rm -rf "$data/mesh"
	# The error in l2, and the relative change of mass.
	paste "$data/first.txt" "$data/h.txt" "$data/cell_area.txt" | awk '
		{ d += $3*($2 - $1)^2; n += $3*$1^2; m += $3*$1; c += $3*($2 - $1) } END { print sqrt(d/n), c/m }'
}
last=''
n=2
while [ $n -le "${FINEST:-4}" ]; do
	now=$(case2 dual:icosahedron:R2B$n $((2 << n)) 2>"$out/stderr")
	check "R2B$n: error and change of mass $now" awk -v now="$now" 'BEGIN {
		split(now, is, " "); exit !(is[1] > 0 && is[1] < 0.01 && is[2] != "" && is[2] < 1e-14 && is[2] > -1e-14) }'
	[ ! "$last" ] || check "R2B$n: second order" awk -v now="$now" -v last="$last" 'BEGIN {
		split(now, is, " "); split(last, was, " "); exit !(is[1] > 0 && log(was[1]/is[1])/log(2) > 1.7) }'
	last=$now
	n=$((n + 1))
done

finish
