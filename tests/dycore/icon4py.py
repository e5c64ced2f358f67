#!/usr/bin/env python3
"""Compares stencils of stencils/dycore with ICON4Py's NumPy references: icon4py.py STENCILRUN ICON4PY [NAME...]

ICON4PY is a folder with the source of github.com/C2SM/icon4py. Only the text of its tests is used: the references need
NumPy and a few constants, and what else they name (GT4Py, pytest, the programs under test) is replaced by placeholders.
Fields are random, in the ranges of reference.py. Stencils with zones run on a limited area, whose rows are in the order
of ICON.
For each output it prints the largest relative deviation; one above 1e-12 is an error.
"""
import glob
import importlib
import importlib.abc
import importlib.util
import inspect
import os
import re
import subprocess
import sys
import tempfile
import types

import numpy

import reference

LEVELS, LIMIT = 12, 1e-12
MESHES = {False: "icosahedron:R2B2", True: "cap:60:icosahedron:R2B3"}


class Operator:
    """References beside a stencil of ours, one after the other: (test, names)...

    names: "theirs=ours" for what is called differently; "theirs=ours+" if their array has one level more, and
    "theirs=ours>other" if their result is our field "other". A result that is no field of ours is for the next references.
    rows: "argument=location:row" for arguments that are the first element of a row; -1: after the last one.
    cases: values of our params in each run, and of fields that are the same everywhere.
    zone: "location:first:end", the rows that the program updates, if the reference computes all.
    constants: other arguments.
    """

    def __init__(self, *steps, rows="", cases=({},), zone=None, **constants):
        self.steps = []
        for test, names in steps:
            names = dict(pair.split("=") for pair in names.split())
            self.steps.append((test, {theirs: ours.split(">")[0] for theirs, ours in names.items()},
                               {theirs: ours.split(">")[-1].rstrip("+") for theirs, ours in names.items()}))
        self.rows = dict(pair.split("=") for pair in rows.split())
        self.cases, self.zone, self.constants = cases, zone, constants


SOLVER = ("mass_flux_at_edges_on_model_levels=mass_fl theta_v_flux_at_edges_on_model_levels=theta_fl "
          "nonhydro_buoy_at_cells_on_half_levels=buoy rho_at_cells_on_half_levels=rho_ic "
          "contravariant_correction_at_cells_on_half_levels=w_con exner_w_explicit_weight_parameter=w_expl_wgt "
          "current_exner=exner current_rho=rho current_theta_v=theta current_w=w_now inv_ddqz_z_full=inv_ddqz "
          "exner_w_implicit_weight_parameter=w_impl_wgt theta_v_at_cells_on_half_levels=theta_ic "
          "perturbed_exner_at_cells_on_model_levels=exner_pr exner_tendency_due_to_slow_physics=ddt_exner "
          "ddqz_z_half=ddqz_half reference_exner_at_cells_on_model_levels=exner_ref ")
UPWARD = ("coeff1_dwdz=coeff1 coeff2_dwdz=coeff2 e_bln_c_s=e_bln ddqz_z_half=ddqz_half geofac_n2s=n2s "
          "scalfac_exdiff=scalfac cfl_w_limit=cfl owner_mask=owner end_index_of_damping_layer=nrdmax "
          "vertical_wind_advective_tendency=ddt_w contravariant_corrected_w_at_cells_on_model_levels=w_full vertical_cfl=vcfl ")
BOUNDARY = ("grf_tend_rho=grf_rho theta_v_now=theta_now grf_tend_thv=grf_theta grf_tend_w=grf_w rho_new=rho exner_new=exner "
            "w_new=w")
HORIZONTAL = "inv_dual_edge_length=inv_dual inv_primal_edge_length=inv_primal tangent_orientation=tangent "
OPERATORS = {
    "averaged_fluxes": Operator(
        ("TestComputeAveragedVnAndFluxesAndPrepareTracerAdvection",
         "spatially_averaged_vn=vn_avg mass_flux_at_edges_on_model_levels=mass_fl theta_v_flux_at_edges_on_model_levels=theta_fl "
         "substep_and_spatially_averaged_vn=vn_traj substep_averaged_mass_flux=mass_traj e_flx_avg=flx_avg "
         "rho_at_edges_on_model_levels=rho_e ddqz_z_full_e=ddqz_e theta_v_at_edges_on_model_levels=theta_e "
         "prepare_advection=prep_adv at_first_substep=first"),
        rows="horizontal_start=edge:5", cases=({"first": 0}, {"first": 1}, {"prep_adv": 0})),
    "boundary_and_dwdz": Operator(
        ("TestUpdateDensityExnerWind", BOUNDARY),
        ("TestComputeDwdzForDivergenceDamping", "inv_ddqz_z_full=inv_ddqz w_concorr_c=w_con out=dwdz"), zone="cell:1:5"),
    "buoyancy": Operator(
        ("TestInterpolateRhoThetaVToHalfLevelsAndComputePressureBuoyancyAcceleration",
         "contravariant_correction_at_cells_on_half_levels=w_con current_rho=rho next_rho=rho_new current_theta_v=theta "
         "next_theta_v=theta_new perturbed_exner_at_cells_on_model_levels=exner_pr "
         "reference_theta_at_cells_on_model_levels=theta_ref ddz_of_reference_exner_at_cells_on_half_levels=dexner_ref "
         "ddqz_z_half=ddqz_half wgtfac_c=wgt exner_w_explicit_weight_parameter=expl_wgt rho_at_cells_on_half_levels=rho_ic "
         "theta_v_at_cells_on_half_levels=theta_ic nonhydro_buoy_at_cells_on_half_levels=buoy "
         "rhotheta_explicit_weight_parameter=wgt_now rhotheta_implicit_weight_parameter=wgt_new"),
        rows="horizontal_start=cell:3", vertical_start=1),
    "cold_pools": Operator(
        ("TestTemporaryFieldForGridPointColdPoolsEnhancement",
         "theta_v=theta theta_ref_mc=theta_ref thresh_tdiff=threshold smallest_vpfloat=smallest"),
        ("TestEnhanceDiffusionCoefficientForGridPointColdPools", "kh_smag_e=kh")),
    "damped_wind": Operator(
        ("TestApplyDivergenceDampingAndUpdateVn",
         "horizontal_gradient_of_normal_wind_divergence=graddiv next_vn=vn current_vn=vn_now dwdz_at_cells_on_model_levels=dwdz "
         "predictor_normal_wind_advective_tendency=ddt_adv1 corrector_normal_wind_advective_tendency=ddt_adv2 "
         "normal_wind_tendency_due_to_slow_physics_process=ddt_phy normal_wind_iau_increment=vn_incr "
         "theta_v_at_edges_on_model_levels=theta_e horizontal_pressure_gradient=pgrad second_order_divdamp_scaling_coeff=factor_2 "
         "horizontal_mask_for_3d_divdamp=mask scaling_factor_for_3d_divdamp=scaling inv_dual_edge_length=inv_dual "
         "nudgecoeff_e=nudge geofac_grdiv=grdiv interpolated_fourth_order_divdamp_factor=factor "
         "advection_explicit_weight_parameter=wgt1 advection_implicit_weight_parameter=wgt2 iau_wgt_dyn=iau_wgt is_iau_active=iau "
         "apply_2nd_order_divergence_damping=second apply_4th_order_divergence_damping=fourth mean_cell_area=mean_area "
         "second_order_divdamp_factor=second_factor max_nudging_coefficient=max_nudge"),
        rows="horizontal_start=edge:10 horizontal_end=edge:-1", divdamp_order=24, dbl_eps=None,
        cases=({}, {"second": 0, "limited_area": 0}, {"fourth": 0, "iau": 0})),
    "diffuse_theta_exner": Operator(
        ("TestApplyDiffusionToThetaAndExner",
         "kh_smag_e=kh inv_dual_edge_length=inv_dual_length theta_v_in=theta_v theta_v=theta_v>theta_new "
         "exner=exner>exner_new"),
        apply_zdiffusion_t=False, zd_vertoffset=None, zd_diffcoef=None, geofac_n2s_c=None, geofac_n2s_nbh=None, vcoef=None),
    "diffuse_vn": Operator(
        ("TestApplyDiffusionToVn",
         "u_vert=u v_vert=v primal_normal_vert_v1=normal_x primal_normal_vert_v2=normal_y z_nabla2_e=nabla2 kh_smag_e=kh "
         "inv_vert_vert_length=inv_vert inv_primal_edge_length=inv_primal area_edge=area diff_multfac_vn=factor "
         "nudgecoeff_e=nudge fac_bdydiff_v=boundary_factor"),
        rows="horizontal_start=edge:5 start_2nd_nudge_line_idx_e=edge:10",
        cases=({}, {"limited_area": 0})),
    "diffuse_vn_boundary": Operator(
        ("TestApplyNabla2ToVnInLateralBoundary", "z_nabla2_e=nabla2 area_edge=area fac_bdydiff_v=factor"), zone="edge:5:10"),
    "diffuse_w": Operator(
        ("TestApplyDiffusionToWAndComputeHorizontalGradientsForTurbulence",
         "geofac_n2s=n2s geofac_grg_x=grg_x geofac_grg_y=grg_y diff_multfac_w=multfac_w diff_multfac_n2w=n2w"),
        rows="horizontal_start=cell:5 interior_idx=cell:6 halo_idx=cell:-1",
        cases=({"w": 0}, {"w": 0, "type_shear": 1})),
    "halo_theta_exner": Operator(
        ("TestUpdateThetaV", "mask_prog_halo_c=mask theta_v_now=theta_now theta_v_new=theta_new")),
    "horizontal_momentum": Operator(
        ("TestFusedVelocityAdvectionStencilsHMomentum",
         "normal_wind_advective_tendency=ddt_vn horizontal_kinetic_energy_at_edges_on_model_levels=ekin tangential_wind=vt "
         "coriolis_frequency=f contravariant_corrected_w_at_cells_on_model_levels=w_full vn_on_half_levels=vn_half "
         "e_bln_c_s=e_bln coeff_gradekin=gradekin c_lin_e=c_lin ddqz_z_full_e=ddqz_e area_edge=area tangent_orientation=tangent "
         "inv_primal_edge_length=inv_primal geofac_grdiv=grdiv cfl_w_limit=cfl scalfac_exdiff=scalfac "
         "apply_extra_diffusion_on_vn=extra end_index_of_damping_layer=nrdmax"),
        rows="horizontal_start=edge:10 horizontal_end=edge:-1", cases=({}, {"extra": 0})),
    "horizontal_velocity": Operator(
        ("TestComputeHorizontalVelocityQuantitiesAndFluxes",
         "spatially_averaged_vn=vn_avg horizontal_gradient_of_normal_wind_divergence=graddiv tangential_wind=vt "
         "mass_flux_at_edges_on_model_levels=mass_fl theta_v_flux_at_edges_on_model_levels=theta_fl "
         "tangential_wind_on_half_levels=vt_half vn_on_half_levels=vn_half "
         "horizontal_kinetic_energy_at_edges_on_model_levels=ekin contravariant_correction_at_edges_on_model_levels=concorr "
         "e_flx_avg=flx_avg geofac_grdiv=grdiv rbf_vec_coeff_e=rbf rho_at_edges_on_model_levels=rho_e "
         "theta_v_at_edges_on_model_levels=theta_e ddqz_z_full_e=ddqz_e ddxn_z_full=ddxn ddxt_z_full=ddxt wgtfac_e=wgt_e "
         "wgtfacq_e=wgtq_e"),
        rows="horizontal_start=edge:5", vertical_end=LEVELS + 1),
    "hydrostatic_correction": Operator(
        ("TestComputeHydrostaticCorrectionTerm",
         "theta_v=theta zdiff_gradp=zdiff theta_v_ic=theta_ic inv_ddqz_z_full=inv_ddqz inv_dual_edge_length=inv_dual "
         "z_hydro_corr=correction"), zone="edge:10:-1"),
    "implicit_corrector": Operator(
        ("TestVerticallyImplicitSolverAtCorrectorStep", SOLVER
         + "predictor_vertical_wind_advective_tendency=ddt_w1+ corrector_vertical_wind_advective_tendency=ddt_w2+ "
         "next_w=w next_rho=rho_new next_exner=exner_new next_theta_v=theta_new "
         "dynamical_vertical_mass_flux_at_cells_on_half_levels=mass_ic+ "
         "dynamical_vertical_volumetric_flux_at_cells_on_half_levels=vol_ic+ exner_dynamical_increment=exner_dyn "
         "rho_iau_increment=rho_incr exner_iau_increment=exner_incr rayleigh_damping_factor=raylfac "
         "advection_explicit_weight_parameter=wgt1 advection_implicit_weight_parameter=wgt2 lprep_adv=prep_adv "
         "ndyn_substeps_var=ndyn_substeps iau_wgt_dyn=iau_wgt is_iau_active=iau at_first_substep=first at_last_substep=last "
         "end_index_of_damping_layer=nrdmax"),
        rows="start_cell_index_nudging=cell:5 end_cell_index_local=cell:-1", vertical_end_index_model_surface=LEVELS + 1,
        cases=({}, {"first": 1, "mass_ic": 0, "vol_ic": 0}, {"last": 0, "iau": 0, "rayleigh_type": 1}, {"prep_adv": 0})),
    "implicit_predictor": Operator(
        ("TestVerticallyImplicitSolverAtPredictorStep", SOLVER
         + "predictor_vertical_wind_advective_tendency=ddt_w+ next_w=w next_rho=rho_new next_exner=exner_new "
         "next_theta_v=theta_new dwdz_at_cells_on_model_levels=dwdz exner_dynamical_increment=exner_dyn "
         "rho_iau_increment=rho_incr exner_iau_increment=exner_incr rayleigh_damping_factor=raylfac e_bln_c_s=e_bln "
         "contravariant_correction_at_edges_on_model_levels=concorr_me wgtfac_c=wgt wgtfacq_c=wgtq iau_wgt_dyn=iau_wgt "
         "is_iau_active=iau at_first_substep=first end_index_of_damping_layer=nrdmax"),
        rows="start_cell_index_nudging=cell:5 end_cell_index_local=cell:-1 start_cell_index_lateral_lvl3=cell:3 "
        "end_cell_index_halo_lvl1=cell:-1", vertical_end_index_model_surface=LEVELS + 1, flat_level_index_plus1=2,
        cases=({}, {"first": 0, "iau": 0, "rayleigh_type": 1, "divdamp_type": 2})),
    "implicit_solver": Operator(
        ("TestVerticallyImplicitSolverAtCorrectorStep", SOLVER
         + "predictor_vertical_wind_advective_tendency=ddt_w+ corrector_vertical_wind_advective_tendency=ddt_w+ "
         "next_w=w next_rho=rho_new next_exner=exner_new next_theta_v=theta_new exner_dynamical_increment=exner>unused_1 "
         "dynamical_vertical_mass_flux_at_cells_on_half_levels=w>unused_2 "
         "dynamical_vertical_volumetric_flux_at_cells_on_half_levels=w>unused_3"),
        start_cell_index_nudging=0, rows="end_cell_index_local=cell:-1", vertical_end_index_model_surface=LEVELS + 1,
        advection_explicit_weight_parameter=1, advection_implicit_weight_parameter=0, is_iau_active=False, lprep_adv=False,
        at_first_substep=False, at_last_substep=False, rayleigh_type=None, rho_iau_increment=None, exner_iau_increment=None,
        rayleigh_damping_factor=None, iau_wgt_dyn=None, r_nsubsteps=None, ndyn_substeps_var=None, kstart_moist=None,
        end_index_of_damping_layer=None),
    "lateral_boundary": Operator(
        ("TestUpdateDensityExnerWind", BOUNDARY),
        zone="cell:1:5"),
    "mass_flux": Operator(
        ("TestCell2EdgeInterpolation", "in_field=rho coeff=c_lin_e out_field=rho_e"),
        ("TestComputeMassFlux",
         "z_rho_e=rho_e z_vn_avg=vn ddqz_z_full_e=ddqz z_theta_v_e=theta_v mass_fl_e=flux_mass z_theta_v_fl_e=flux_theta")),
    "perturbed_quantities": Operator(
        ("TestComputePerturbedQuantitiesAndInterpolation",
         "current_rho=rho reference_rho_at_cells_on_model_levels=rho_ref current_theta_v=theta "
         "reference_theta_at_cells_on_model_levels=theta_ref perturbed_rho_at_cells_on_model_levels=rho_pr "
         "perturbed_theta_v_at_cells_on_model_levels=theta_pr+ reference_theta_at_cells_on_half_levels=theta_ref_ic "
         "wgtfacq_c=wgtq+ wgtfac_c=wgt+ exner_w_explicit_weight_parameter=expl_wgt "
         "perturbed_exner_at_cells_on_model_levels=exner_pr ddz_of_reference_exner_at_cells_on_half_levels=dexner_ref "
         "ddqz_z_half=ddqz_half nonhydro_buoy_at_cells_on_half_levels=buoy rho_at_cells_on_half_levels=rho_ic "
         "time_extrapolation_parameter_for_exner=exfac current_exner=exner reference_exner_at_cells_on_model_levels=exner_ref "
         "temporal_extrapolation_of_perturbed_exner=ex_pr+ "
         "ddz_of_temporal_extrapolation_of_perturbed_exner_on_model_levels=dex1 "
         "d2dz2_of_temporal_extrapolation_of_perturbed_exner_on_model_levels=dex2 theta_v_at_cells_on_half_levels=theta_ic "
         "inv_ddqz_z_full=inv_ddqz d2dexdz2_fac1_mc=fac1 d2dexdz2_fac2_mc=fac2"),
        rows="start_cell_lateral_boundary_level_3=cell:3 end_cell_local=cell:-1 end_cell_halo=cell:-1 "
        "end_cell_halo_level_2=cell:-1", igradp_method="TAYLOR_HYDRO", surface_level=LEVELS + 1),
    "rbf_interpolation": Operator(
        ("TestMoIntpRbfRbfVecInterpolVertex",
         "p_e_in=vn ptr_coeff_1=vertex_x ptr_coeff_2=vertex_y p_u_out=u_vert p_v_out=v_vert"),
        ("TestEdge2CellVectorRBFInterpolation", "p_e_in=vn ptr_coeff_1=cell_x ptr_coeff_2=cell_y p_u_out=u p_v_out=v"),
        rows="horizontal_end=vertex:-1"),
    "smagorinsky": Operator(
        ("TestCalculateNabla2AndSmagCoefficientsForVn",
         "diff_multfac_smag=factor tangent_orientation=tangent inv_primal_edge_length=inv_primal inv_vert_vert_length=inv_vert "
         "u_vert=u v_vert=v primal_normal_vert_x=normal_x primal_normal_vert_y=normal_y dual_normal_vert_x=dual_x "
         "dual_normal_vert_y=dual_y smag_limit=limit smag_offset=offset kh_smag_e=kh kh_smag_ec=kh_raw z_nabla2_e=nabla2")),
    "steep_diffusion": Operator(
        ("TestApplyDiffusionToThetaAndExner",
         "kh_smag_e=kh inv_dual_edge_length=inv_dual theta_v_in=theta theta_v=theta>theta_new zd_vertoffset=offset "
         "zd_diffcoef=diffcoef geofac_n2s_c=n2s_c geofac_n2s_nbh=n2s"), apply_zdiffusion_t=True, zone="cell:2:-1",
        cases=({}, {"diffcoef": 0})),
    "turbulence_diagnostics": Operator(
        ("TestTemporaryFieldsForTurbulenceDiagnostics", "kh_smag_ec=kh e_bln_c_s=e_bln diff_multfac_smag=factor"),
        ("TestCalculateDiagnosticsForTurbulence", "wgtfac_c=wgt")),
    "vertical_mass_flux": Operator(
        ("TestUpdateMassFluxWeighted",
         "vwind_expl_wgt=w_expl_wgt vwind_impl_wgt=w_impl_wgt w_concorr_c=w_con mass_flx_ic=flux")),
    "vertical_momentum": Operator(
        ("TestFusedVelocityAdvectionStencilVMomentumAndContravariant", UPWARD
         + "contravariant_correction_at_cells_on_half_levels=concorr_c+ "
         "horizontal_advection_of_w_at_edges_on_half_levels=hadv+ "
         "contravariant_correction_at_edges_on_model_levels=concorr_me wgtfac_c=wgtfac "
         "skip_compute_predictor_vertical_advection=skip"),
        cases=({}, {"skip": 1})),
    "vertical_momentum_corrector": Operator(
        ("TestFusedVelocityAdvectionStencilVMomentum", UPWARD + HORIZONTAL
         + "tangential_wind_on_half_levels=vt_half+ vn_on_half_levels=vn_half+ "
         "contravariant_correction_at_cells_on_half_levels=concorr_c+"),
        rows="horizontal_start=cell:4"),
    "wind_diagnostics": Operator(
        ("TestComputeDerivedHorizontalWindsAndKEAndHorizontalAdvectionofWAndContravariantCorrection", HORIZONTAL
         + "tangential_wind=vt tangential_wind_on_half_levels=vt_half vn_on_half_levels=vn_half "
         "horizontal_kinetic_energy_at_edges_on_model_levels=ekin contravariant_correction_at_edges_on_model_levels=concorr "
         "horizontal_advection_of_w_at_edges_on_half_levels=hadv rbf_vec_coeff_e=rbf wgtfac_e=wgt_e ddxn_z_full=ddxn "
         "ddxt_z_full=ddxt wgtfacq_e=wgtq_e skip_compute_predictor_vertical_advection=skip"),
        rows="horizontal_start=edge:5", vertical_end=LEVELS + 1, cases=({}, {"skip": 1})),
    "wind_predictor": Operator(
        ("TestComputeThetaRhoPressureGradientAndUpdateVn",
         "rho_at_edges_on_model_levels=rho_e theta_v_at_edges_on_model_levels=theta_e horizontal_pressure_gradient=gradient "
         "next_vn=vn current_vn=vn_now tangential_wind=vt reference_rho_at_edges_on_model_levels=rho_ref "
         "reference_theta_at_edges_on_model_levels=theta_ref perturbed_rho_at_cells_on_model_levels=rho_pr "
         "perturbed_theta_v_at_cells_on_model_levels=theta_pr temporal_extrapolation_of_perturbed_exner=ex_pr "
         "ddz_of_temporal_extrapolation_of_perturbed_exner_on_model_levels=dex1 "
         "d2dz2_of_temporal_extrapolation_of_perturbed_exner_on_model_levels=dex2 hydrostatic_correction_on_lowest_level=hydro_corr "
         "predictor_normal_wind_advective_tendency=ddt_adv normal_wind_tendency_due_to_slow_physics_process=ddt_phy "
         "normal_wind_iau_increment=vn_incr geofac_grg_x=grg_x geofac_grg_y=grg_y pos_on_tplane_e_x=pos_x pos_on_tplane_e_y=pos_y "
         "primal_normal_cell_x=normal_x primal_normal_cell_y=normal_y dual_normal_cell_x=dual_x dual_normal_cell_y=dual_y "
         "ddxn_z_full=ddxn c_lin_e=c_lin zdiff_gradp=zdiff inv_dual_edge_length=inv_dual iau_wgt_dyn=iau_wgt is_iau_active=iau "
         "grf_tend_vn=grf_tend"),
        rows="start_edge_lateral_boundary=edge:1 start_edge_lateral_boundary_level_7=edge:7 start_edge_nudging_level_2=edge:10 "
        "end_edge_nudging=edge:10 end_edge_local=edge:-1 end_edge_halo=edge:-1 horizontal_end=edge:-1",
        cases=({}, {"limited_area": 0}, {"iau": 0})),
}


class Placeholder:
    """Stands for a name that a reference mentions and does not compute with: a decorator, a base class, a type."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Placeholder(name)

    def __call__(self, *arguments, **options):
        decorated = arguments and (inspect.isfunction(arguments[0]) or inspect.isclass(arguments[0]))
        return arguments[0] if decorated else self

    def __getitem__(self, key):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __mro_entries__(self, bases):
        return ()

    def __eq__(self, other):
        return str(other) == self.name

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name


class Placeholders(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules of GT4Py, pytest and ICON4Py: what is not given here is a placeholder."""

    GIVEN = {
        "gt4py.next": {"int32": numpy.int32, "float32": numpy.float32, "float64": numpy.float64},
        "icon4py.model.common.type_alias": {"wpfloat": numpy.float64, "vpfloat": numpy.float64},
        "icon4py.model.testing.stencil_tests": {"connectivities_asnumpy": lambda grid: grid.tables},
    }

    def __init__(self, checkout):
        self.real = {"icon4py.model.common.constants":
                     os.path.join(checkout, "model/common/src/icon4py/model/common/constants.py")}

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] not in ("gt4py", "pytest", "icon4py"):
            return None
        if name in self.real:
            return importlib.util.spec_from_file_location(name, self.real[name])
        return importlib.util.spec_from_loader(name, self, is_package=True)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        def other(name):
            if name.startswith("__"):
                raise AttributeError(name)
            full = module.__name__ + "." + name
            return importlib.import_module(full) if full in self.real or full in self.GIVEN else Placeholder(name)
        module.__getattr__ = other
        vars(module).update(self.GIVEN.get(module.__name__, {}))


def find_reference(checkout, test):
    """The function that a test class compares with."""
    for path in glob.glob(os.path.join(checkout, "model/**/stencil_tests/test_*.py"), recursive=True):
        with open(path) as file:
            if re.search(r"^class %s\(" % test, file.read(), re.M):
                folder = os.path.dirname(os.path.dirname(path))
                package = re.sub(r"\W", "_", os.path.relpath(folder, checkout))
                sys.modules.setdefault(package, types.ModuleType(package)).__path__ = [folder]
                module = importlib.import_module("%s.stencil_tests.%s" % (package, os.path.basename(path)[:-3]))
                return getattr(module, test).reference
    raise SystemExit("no test %s in %s" % (test, checkout))


class Tables(dict):
    """Tables of neighbors, by ICON4Py's names."""

    def __missing__(self, key):
        return self[str(key)]


class Grid:
    """The mesh: generated, for a limited area with its elements in the order of rows, inner ones last."""

    def __init__(self, stencilrun, mesh, folder):
        subprocess.run([stencilrun, "--mesh", mesh, "--save-mesh", folder, "-q"], check=True)
        self.folder, table = folder, {}
        for path in glob.glob(folder + "/*.npy"):
            table[os.path.basename(path)[:-4]] = numpy.load(path)
            os.remove(path)
        self.rows = {}
        for location in ("cell", "edge", "vertex"):
            count = len(table["edge_cells" if location == "edge" else location + "_edges"])
            row = table.get(location + "_row", numpy.zeros(count, int))
            order = numpy.argsort(numpy.where(row == 0, row.max() + 1, row), kind="stable")
            number = numpy.empty_like(order)
            number[order] = numpy.arange(len(order))
            for name, values in table.items():
                if name.split("_")[0] == location:
                    table[name] = values = values[order]
                if name.split("_", 1)[1] in self.target(location) and values.dtype == numpy.int32:
                    table[name] = numpy.where(values < 0, -1, number[values]).astype(numpy.int32)
            self.rows[location] = row[order]
        for name, values in table.items():
            if values.dtype == numpy.int32 and values.ndim == 2 or name.endswith(("_row", "_xyz")):
                numpy.save("%s/%s.npy" % (folder, name), values)
        self.slots = {name.replace("_", "."): values.shape[1] for name, values in table.items() if values.ndim == 2}
        self.num_cells, self.num_edges, self.num_vertices = (len(self.rows[n]) for n in ("cell", "edge", "vertex"))
        self.num_levels = LEVELS

        def with_self(values):
            return numpy.concatenate([numpy.arange(len(values))[:, None], values], axis=1)
        self.tables = Tables(
            C2E=table["cell_edges"], C2V=table["cell_vertices"], C2E2C=table["cell_cells"], E2C=table["edge_cells"],
            E2V=table["edge_vertices"], V2E=table["vertex_edges"], V2C=table["vertex_cells"], E2C2V=table["edge_corners"],
            E2C2E=table["edge_rim"], E2C2EO=with_self(table["edge_rim"]), C2E2CO=with_self(table["cell_cells"]),
            C2E2C2E=self.wide(table["cell_edges"], table["cell_cells"]))
        self.slots.update({"cell.star": 4, "edge.star": 5, "cell.wide": 9})

    @staticmethod
    def target(location):
        return {"cell": ("cells",), "edge": ("edges", "rim"), "vertex": ("vertices", "corners")}[location]

    @staticmethod
    def wide(edges, cells):
        """The edges of a cell, then the others of its neighbors; none where neighbors are missing."""
        rows = [list(dict.fromkeys([*own, *edges[near].flat])) for own, near in zip(edges, cells)]
        return numpy.array([row if len(row) == 9 else [-1] * 9 for row in rows])

    def start(self, location, row):
        """The first element of a row; -1 is after the last one."""
        rows, row = self.rows[location], int(row)
        return len(rows) if row < 0 else int(numpy.sum((rows > 0) & (rows < row)))


class Stencil:
    """What the text of a stencil declares."""

    FIELD = re.compile(r"^\s*(in|out|inout)\s+(?:(int|bool)\s+)?(?:(cell|edge|vertex)(?:\.(\w+))?\s+)?(half\s+)?"
                       r"(?:(column|profile)\s+)?(\w[^;]*);", re.M)

    def __init__(self, name):
        self.path = "stencils/dycore/%s.stencil" % name
        with open(self.path) as file:
            text = re.sub(r"//.*", "", file.read())
        self.fields = {}
        for role, kind, location, slots, half, shape, names in self.FIELD.findall(text):
            for field in names.split(","):
                self.fields[field.split("=")[0].strip()] = (role, kind, location, slots, bool(half), shape)
        self.params = {n: float(v) if "." in v or "e" in v else int(v)
                       for line in re.findall(r"^\s*param\s+(?:int\s+)?([^;]*);", text, re.M)
                       for n, v in re.findall(r"(\w+)\s*=\s*([-\w.]+)", line)}
        self.has_zones = "zones" in text

    def shape(self, name, grid, more):
        """(element, level, slot), as far as the field has them."""
        _, _, location, slots, half, shape = self.fields[name]
        sizes = [len(grid.rows[location])] if location else []
        sizes += [LEVELS + half + more] if shape != "column" else []
        return sizes + ([grid.slots[location + "." + slots]] if slots else [])


def random_fields(name, stencil, grid, more):
    draw = numpy.random.default_rng(sum(name.encode()))
    ranges = next(r for f, (_, r) in reference.STENCILS.items() if f.__name__ == name)
    values = {}
    for field, (role, kind, *_) in stencil.fields.items():
        shape = stencil.shape(field, grid, field in more)
        if role == "out":
            values[field] = numpy.zeros(shape)
        elif kind == "bool":
            values[field] = draw.integers(0, 2, shape) > 0
        elif kind == "int":  # offsets to a level that is not the last one
            own = numpy.arange(LEVELS).reshape([1, LEVELS] + [1] * (len(shape) - 2))
            values[field] = (draw.integers(0, LEVELS - 1, shape) - own).astype(numpy.int32)
        else:
            values[field] = draw.uniform(*ranges[field][:2], shape)
    return values


def run(stencilrun, stencil, grid, values, case):
    """The outputs of our stencil."""
    with tempfile.TemporaryDirectory() as folder:
        command = [stencilrun, stencil.path, "-q", "--backend", "openmp", "--mesh", grid.folder, "--axes", "element,level",
                   "--size-levels", str(LEVELS)]
        for param, value in case.items():
            command += ["--param", "%s=%r" % (param, value)] if param in stencil.params else []
        for field, (role, *_) in stencil.fields.items():
            if role != "out":
                numpy.save("%s/%s.npy" % (folder, field), values[field])
                command += ["--in", "%s=%s/%s.npy" % (field, folder, field)]
            if role != "in":
                command += ["--out", "%s=%s/new_%s.npy" % (field, folder, field)]
        subprocess.run(command, check=True)
        return {field: numpy.load("%s/new_%s.npy" % (folder, field)) for field, f in stencil.fields.items() if f[0] != "in"}


def expected(operator, functions, stencil, grid, values, params):
    """What the references make of the same fields."""
    known = {field: array.transpose(0, 2, 1) if array.ndim == 3 else array for field, array in values.items()}
    given = dict(dict(horizontal_start=0, horizontal_end=max(grid.num_edges, grid.num_cells), vertical_start=0,
                      vertical_end=LEVELS), **operator.constants)
    for argument, where in operator.rows.items():
        given[argument] = grid.start(*where.split(":"))
    for function, (_, names, renamed) in zip(functions, operator.steps):
        arguments = dict(given)
        for theirs in inspect.signature(function).parameters:
            field = names.get(theirs, theirs)
            if theirs not in given and field.rstrip("+") in known:
                arguments[theirs] = known[field.rstrip("+")].copy()
            elif theirs not in given and field in params:
                arguments[theirs] = params[field]
        results = function(grid, **arguments)
        for theirs, array in arguments.items():  # some results are left there
            if names.get(theirs, theirs) in known:
                known[names.get(theirs, theirs)] = array
        known.update((renamed.get(theirs, theirs), array) for theirs, array in results.items())
    return known


def compare(stencilrun, name, operator, functions, grids):
    """The largest relative deviation of each output in any case: {output: deviation}."""
    stencil = Stencil(name)
    grid = grids[stencil.has_zones]
    more = {field[:-1] for _, names, _ in operator.steps for field in names.values() if field.endswith("+")}
    fields = random_fields(name, stencil, grid, more)
    largest = {}
    for case in operator.cases:
        values = {field: numpy.full_like(array, case[field]) if field in case else array for field, array in fields.items()}
        want = expected(operator, functions, stencil, grid, values, dict(stencil.params, **case))
        for field, got in run(stencilrun, stencil, grid, values, case).items():
            levels = LEVELS + stencil.fields[field][4]
            ours, theirs = got.reshape(len(got), -1)[:, :levels], want[field][:, :levels]
            if operator.zone:
                location, first, end = operator.zone.split(":")
                elements = numpy.arange(grid.start(location, first), grid.start(location, end))
                program, theirs = theirs, values[field].reshape(ours.shape).copy()
                theirs[elements] = program[elements]
            off = numpy.abs(ours - theirs) / numpy.maximum(numpy.abs(theirs), numpy.finfo(float).tiny)
            largest[field] = numpy.maximum(numpy.max(off), largest.get(field, 0))
    return largest


def main(stencilrun, checkout, *names):
    sys.meta_path.insert(0, Placeholders(checkout))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        grids = {zones: Grid(stencilrun, mesh, "%s/%d" % (folder, zones)) for zones, mesh in MESHES.items()}
        for name in names or OPERATORS:
            operator = OPERATORS[name]
            functions = [find_reference(checkout, test) for test, *_ in operator.steps]
            for field, deviation in compare(stencilrun, name, operator, functions, grids).items():
                good = deviation <= LIMIT
                print("%s%s, %s: %.1e" % ("ok      " if good else "FAILED  ", name, field, deviation))
                wrong += not good
    return wrong != 0


sys.exit(main(*sys.argv[1:]))
