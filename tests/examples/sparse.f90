! To the coefficients of a sparse grid's hat functions, their sum at probes, and back.
program sparse
    use hierarchize_d3_l4_openmp
    use dehierarchize_d3_l4_openmp
    use evaluate_d3_l4_openmp
    implicit none
    integer(c_int), parameter :: probes = 2
    real(c_double) :: u(hierarchize_size), x(evaluate_dim, probes), v(probes)
    real(c_double) :: before(hierarchize_size)
    integer(c_int) :: status
    integer :: i

    before = [(1/(1 + real(i, c_double)), i=1, size(u))]
    u = before
    x(:, 1) = 0.5 ! the middle of the cube is the first point
    x(:, 2) = 2   ! outside

    if (hierarchize_check(size(u, kind=c_size_t) - 1) /= stencil_short_array) error stop 'short array'
    status = hierarchize_check(size(u, kind=c_size_t))
    if (status == 0) status = evaluate_check(size(u, kind=c_size_t), size(x, kind=c_size_t), &
        size(v, kind=c_size_t), probes)
    if (status == 0) status = hierarchize_call(launch_hierarchize_sparse_basic_d3_l4_openmp, u)
    if (status == 0) status = evaluate_call(launch_evaluate_sparse_basic_d3_l4_openmp, u, x, v, probes)
    if (status == 0) status = upload_dehierarchize_sparse_inv4_d3_l4_openmp()
    if (status == 0) status = dehierarchize_call(launch_dehierarchize_sparse_inv4_d3_l4_openmp, u)
    if (status /= 0) error stop 'sparse: ' // stencil_refusal_text(status)

    if (abs(v(1) - before(1)) > 1e-14 .or. abs(v(2)) > 0) error stop 'wrong values at probes'
    if (maxval(abs(u - before)) > 1e-14) error stop 'wrong values at points'
end program sparse
