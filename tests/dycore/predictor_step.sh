#!/bin/sh
# predictor_step has the bits of the four stencils whose parts it joins, run one after the other: on a limited area of an
# icosahedral grid, with the random fields of data/predictor_step.txt, in both orders of levels.

. "$(dirname "$0")/../lib/programs.sh"

file=tests/dycore/data/predictor_step.txt
mesh=$(awk '$1 == "mesh" { print $2 }' "$file")

# formula_of FIELD: its formula.
formula_of() {
	sed -n "s/^formula $1=//p" "$file"
}

# apply STENCIL "FIELD[:NAME].." "FIELD[:NAME].." "FIELD[:NAME].." [OPTION..] : with fields by formulas, by files, and those that are
# written; NAME is that of a formula or a file, where it differs.
apply() {
	stencil=$1 formulas=$2 files=$3 written=$4
	shift 4
	for field in $formulas; do set -- "$@" --formula "${field%:*}=$(formula_of "${field#*:}")"; done
	for field in $files; do set -- "$@" --in "${field%:*}=$out/${field#*:}.npy"; done
	for field in $written; do set -- "$@" --out "${field%:*}=$out/${field#*:}.npy"; done
	good "$(basename "$stencil" .stencil), levels $levels" stencilrun "$stencil" -q --backend openmp --levels "$levels" --mesh "$mesh" --size-levels 7 "$@"
}

# The bits of arrays that are zero at first: the single stencils have outs, which are zero where they are not updated.
zeros='vn_avg graddiv mass_fl theta_fl vt_half ekin vn_half'
others='exner_pr dex1 dex2 buoy theta_ic rho_e theta_e gradient vn concorr w_con w rho_new exner_new theta_new dwdz exner_dyn'
inputs=$(sed -n 's/^formula \([a-z0-9_]*\)=.*/\1/p' "$file")
for field in $zeros; do inputs=$(echo "$inputs" | grep -vx "$field"); done

cat >"$data/initial.stencil" <<'EOF'
stencil initial on triangles { in cell half x; out cell half y; y = x; }
EOF
cat >"$data/updated.stencil" <<'EOF'
stencil updated on triangles { in edge x; out edge y; zones [5, inner]; y = x; }
EOF

for levels in outermost innermost; do
	set --
	for field in $zeros; do set -- "$@" --formula "$field=0"; done
	all=
	for field in $zeros $others vt rho_ic; do all="$all $field:step_$field"; done
	apply stencils/dycore/predictor_step.stencil "$inputs" '' "$all" "$@"

	apply stencils/dycore/perturbed_quantities.stencil 'exner exner_ref rho rho_ref theta theta_ref exfac inv_ddqz fac1 fac2 wgtq wgt
		ddqz_half dexner_ref theta_ref_ic expl_wgt:w_expl_wgt exner_pr dex1 dex2 buoy rho_ic theta_ic' '' 'rho_pr theta_pr ex_pr exner_pr
		dex1 dex2 buoy rho_ic:rho_ic_full theta_ic'
	# The lowest half level of rho_ic keeps what it was.
	apply "$data/initial.stencil" x:rho_ic '' y:rho_ic_old
	size=$(($(wc -c <"$out/rho_ic_old.npy") - 128))
	{
		head -c 128 "$out/rho_ic_old.npy"
		tail -c +129 "$out/rho_ic_full.npy"
		tail -c $((size/8)) "$out/rho_ic_old.npy"
	} >"$out/rho_ic.npy"
	apply stencils/dycore/wind_predictor.stencil 'vn_now vt rho_ref:rho_ref_e theta_ref:theta_ref_e ddt_adv ddt_phy vn_incr grf_tend ddxn
		pg_exdist hydro_corr inv_dual grg_x grg_y pos_x pos_y normal_x normal_y dual_x dual_y c_lin zdiff ikoffset gradient vn' \
		'rho_pr theta_pr dex1 dex2 ex_pr' 'rho_e theta_e gradient vn'
	apply stencils/dycore/horizontal_velocity.stencil 'ddqz_e ddxn ddxt wgt_e wgtq_e flx_avg grdiv rbf concorr' 'vn rho_e theta_e' \
		"$zeros concorr vt"
	apply stencils/dycore/implicit_predictor.stencil 'geofac_div e_bln w_expl_wgt w_impl_wgt wgt wgtq w_now ddt_w ddqz_half rho exner theta
		exner_ref ddt_exner inv_ddqz rho_incr exner_incr raylfac w_con w rho_new exner_new theta_new dwdz exner_dyn' \
		'mass_fl theta_fl concorr_me:concorr rho_ic theta_ic buoy exner_pr' 'w_con w rho_new exner_new theta_new dwdz exner_dyn' \
		--param nflatlev=2

	for field in $zeros $others rho_ic; do
		check "levels $levels: the bits of $field" cmp "$out/$field.npy" "$out/step_$field.npy"
	done
	apply "$data/updated.stencil" '' x:vt y:vt_updated
	apply "$data/updated.stencil" '' x:step_vt y:step_vt_updated
	check "levels $levels: the bits of vt" cmp "$out/vt_updated.npy" "$out/step_vt_updated.npy"
	check 'another field differs' test "$(cmp -s "$out/w.npy" "$out/w_con.npy"; echo $?)" = 1
done

finish
