# arrays.sh : data of 24x20x8 cells for the shipped stencils, and stencilrun on them;
# after programs.sh.

for n in 1 2 3 4 5 6 7 8 9; do
	npy p$n '<f8' 8x20x24 $n
	npy odd$n '<f8' 8x20x24 $n odd
	npy f$n '<f4' 8x20x24 $n
done
npy column '<f8' 20x24 10
npy profile '<f8' 8 11
good 'a sample' stencilrun --sample 24x20x8 "$data/sample.npy"
cp "$data/p9.npy" "$data/dst.npy"
cp "$data/p9.npy" "$data/u.npy"
cp "$data/p9.npy" "$data/v.npy"

# inputs STENCIL PREFIX: options for its fields; f for float, else double.
inputs() {
	n=0 names=
	case $1 in
	copy|laplap) names=src ;;
	hdiff) names='src coeff' ;;
	fastwaves) names='u v utens vtens rho ppuv fx wgtfac hhl' ;;
	sponge) names='u v' ;;
	upwind) names='u v' ;;
	esac
	for name in $names; do
		n=$((n + 1))
		echo "--in $name=$data/$2$n.npy"
	done
	case $1 in
	sponge) echo "--in rate=$data/profile.npy --in roughness=$data/column.npy" ;;
	upwind) echo "--in tracer=$data/f1.npy" ;;
	esac
}

# outputs STENCIL DIRECTORY
outputs() {
	case $1 in
	fastwaves) echo "--out uout=$2/uout.npy --out vout=$2/vout.npy" ;;
	sponge) echo "--out u=$2/u.npy --out v=$2/v.npy" ;;
	upwind) echo "--out moved=$2/moved.npy" ;;
	*) echo "--out dst=$2/dst.npy" ;;
	esac
}

# variants STENCIL BACKEND: "--storage S --access A", a line each.
variants() {
	target=cuda
	[ "$2" != openmp ] || target=openmp
	"$bin/stencilgen" --list --target $target "stencils/$1.stencil" |
		sed -e 's/_tile_ordered$/_tile-ordered/' \
			-e "s/^$1_\(.*\)_\([a-z-]*\)\$/--storage \1 --access \2/" -e 's/tile-/tile_/'
}

# apply DIRECTORY STENCIL PREFIX OPTION...
apply() {
	folder=$1 stencil=$2 prefix=$3
	shift 3
	mkdir -p "$folder"
	# shellcheck disable=SC2046 # options are words
	stencilrun "stencils/$stencil.stencil" $(inputs "$stencil" "$prefix") \
		$(outputs "$stencil" "$folder") "$@"
}
