# mesh_smith.sh : random stencils on meshes; for tests that have sourced programs.sh.

meshes_of() {
	case $(sed -n 's/.* on \([a-z]*\) {/\1/p' "$1") in
	triangles) echo plane:5x4 icosahedron:R1B1 ;;
	hexagons)  echo cap:50:dual:icosahedron:R1B2 dual:icosahedron:R1B1 ;;
	*)         echo cap:50:dual:icosahedron:R1B2 dual:flips:8x4:1 ;;
	esac
}

# formulas_of STENCIL : what its fields begin with.
formulas_of() {
	sed -n -e 's/^ *in int scalar \([a-z_0-9]*\);/--in \1=2/p' -e t \
		-e 's/^ *\(in\|inout\) [a-z]* *scalar \([a-z_0-9]*\);/--in \2=1.375/p' -e t \
		-e 's/^ *\(in\|inout\) \(int\|bool\) .* \([a-z_0-9]*\);/--formula \3=floor(3*sin(element*1.7+k*0.6+slot*3))/p' -e t \
		-e 's/^ *\(in\|inout\) .* \([a-z_0-9]*\);/--formula \2=1.5+sin(element*1.7+k*0.6+slot*3)/p' "$1"
}

# outputs_of STENCIL DIRECTORY : writes each of its outputs to a file there.
outputs_of() {
	sed -n 's/^ *\(out\|inout\) //p' "$1" | sed 's/.*\(cell\|edge\|vertex\|scalar\) //; s/^\(half\|column\) //; s/[,;]/ /g' | tr ' ' '\n' | sed -n "s|..*|--out &=$2/&.npy|p"
}

# Temporaries that can be stored, NAME+NAME, or none.
storable() {
	names=
	for name in $(sed -n 's/^ *[a-z]* *\(t[0-9]*\) = .*/\1/p' "$1" | sort -u); do
		build/stencilgen --list --access idxvar --store "${names:+$names+}$name" "$1" >"$out/listed" 2>&1 && names=${names:+$names+}$name
	done
	echo "${names:-none}"
}
