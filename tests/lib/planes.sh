# planes.sh : applies stencils on planes step by step, for tests that compare what parts give with what one does; after programs.sh.

# plane_data SIZE...: arrays for all stencils on planes.
plane_data() {
	for size; do
		for n in 1 2 3 4 5 6 7 8 9; do
			npy "p$n-$size" '<f8' "$size" $n
		done
		npy "f-$size" '<f4' "$size" 1
		npy "c-$size" '<f8' "${size#*x}" 10
		npy "z-$size" '<f8' "${size%%x*}" 11
	done
}

# fields STENCIL SIZE FOLDER: all options for its fields.
fields() {
	n=0 names='src' swap=dst:src results=dst
	case $1 in
	hdiff) names='src coeff' ;;
	laplacian|star13|star25) names=u swap=f:u results=f ;;
	fastwaves) names='u v utens vtens rho ppuv fx wgtfac hhl' swap='uout:u --swap vout:v' results='uout vout' ;;
	sponge) names='u v' swap= results='u v' ;;
	upwind) names='u v' swap=moved:tracer results=moved ;;
	esac
	for name in $names; do
		n=$((n + 1))
		echo "--in $name=$data/p$n-$2.npy"
	done
	case $1 in
	sponge) echo "--in rate=$data/z-$2.npy --in roughness=$data/c-$2.npy" ;;
	upwind) echo "--in tracer=$data/f-$2.npy" ;;
	esac
	echo "${swap:+--swap $swap}"
	for name in $results; do
		echo "--out $name=$3/$name.npy"
	done
}

# steps STENCIL SIZE FOLDER OPTION...: five steps of it.
steps() {
	stencil=$1 size=$2 folder=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun -q "stencils/$stencil.stencil" $(fields "$stencil" "$size" "$folder") --steps 5 "$@"
}

# one STENCIL SIZE PERIODIC: what one part gives, verified, once; its folder is $one.
one() {
	one=$out/one-$1-$2-$3
	[ -d "$one" ] || good "$1 in one part, $2, periodic $3" steps "$1" "$2" "$one" --backend openmp --verify \
		$(periodic "$3")
}

# shellcheck disable=SC2046 # options are words
periodic() {
	[ "$1" = no ] || echo "--periodic $1"
}

same_files() {
	is_clean && for file in "$one"/*.npy; do
		cmp "$file" "$out/parts/${file##*/}" || return 1
	done
}

# mixed FOLDER OPTION...: seven steps with fields of ints, bools and columns, and levels of time that are handed on.
cat >"$out/mixed.stencil" <<'END'
stencil mixed {
	in u, old;
	in int kind;
	in bool wet;
	inout sum;
	out new;

	new = u + (wet ? 0.25*(old[-1,0] + u[0,+2]) : kind[+1,-1]*u[-1,0]);
	sum = sum + old;
}
END
npy kind '<i4' 6x19x27 1
npy wet '|b1' 6x19x27 1
npy u '<f8' 6x19x27 1
npy old '<f8' 6x19x27 2
mixed() {
	folder=$1
	shift
	mkdir -p "$folder"
	stencilrun -q "$out/mixed.stencil" --in u="$data/u.npy" --in old="$data/old.npy" --in kind="$data/kind.npy" \
		--in wet="$data/wet.npy" --in sum="$data/u.npy" --swap new:u:old --out new="$folder/new.npy" \
		--out sum="$folder/sum.npy" --steps 7 --verify "$@"
}
