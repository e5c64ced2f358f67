! The means of the ends of five edges, of two triangles that share one, on two levels.
program mesh_model
    use, intrinsic :: iso_c_binding
    use stencil
    use mean_openmp
    implicit none

    integer(c_int), target :: ends(5, 2) = reshape([0, 1, 2, 1, 3, 1, 2, 0, 3, 2], [5, 2])
    real(c_double) :: p(4, 2) = reshape([1.d0, 2.d0, 3.d0, 4.d0, 10.d0, 20.d0, 30.d0, 40.d0], [4, 2])
    real(c_double) :: weight(5) = [1.d0, 1.d0, 2.d0, 1.d0, 1.d0], q(5, 2)
    type(stencil_mesh) :: mesh
    type(stencil_relation) :: edge_vertices
    integer(c_int) :: status

    mesh = stencil_mesh(end=5, top=2, cell_stride=2, edge_stride=5, vertex_stride=4)
    edge_vertices%table = c_loc(ends)
    q = -1
    if (mean_check(mesh, size(p, kind=c_size_t), size(weight, kind=c_size_t), size(q, kind=c_size_t)) /= 0) stop 1
    if (mean_check(mesh, 7_c_size_t, 5_c_size_t, 10_c_size_t) /= stencil_short_array) stop 2
    status = mean_call(launch_mean_chasing_idxvar_openmp, mesh, edge_vertices, p, weight, q)
    if (status /= 0) stop 3
    if (any(abs(q(:, 1) - [1.5d0, 2.5d0, 4.d0, 3.d0, 3.5d0]) > 0)) stop 4
    if (any(abs(q(:, 2) - 10*q(:, 1)) > 0)) stop 5
    edge_vertices%table = c_null_ptr
    status = mean_call(launch_mean_chasing_idxvar_openmp, mesh, edge_vertices, p, weight, q)
    if (status /= stencil_no_table) stop 6
end program mesh_model
