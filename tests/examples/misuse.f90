! Calls that a model gets wrong, and what the module says of each.
program misuse
    use reach_openmp
    implicit none
    integer, parameter :: nx = 7, ny = 8, nz = 14
    real(c_double) :: w(nx, ny, nz), u(nx, ny, nz), v(nx, ny, nz), h(nx, ny), p(nz)
    type(stencil_grid) :: grid
    integer :: failures = 0

    w = 1
    u = 1
    v = -7
    h = 1
    p = 1
    call expect('no halo in the arrays', reach_grid(nx + 3, ny + 3, nz), stencil_short_array)
    call expect('y and z swapped', reach_grid(nx, nz, ny), stencil_short_array)
    call expect('x and z swapped', reach_grid(nz, ny, nx), stencil_short_array)
    call expect('a size below the halo', reach_grid(1, ny, nz), stencil_wrong_size)

    grid = reach_grid(nx, ny, nz)
    if (check(grid, short=nx*ny) /= stencil_short_array) call fail('a short array')
    grid%first = 0
    grid%width = nx
    grid%height = ny
    grid%bottom = 1
    grid%top = nz
    call expect('the halo forgotten', grid, stencil_small_halo)
    if (any(abs(v + 7) > 0)) call fail('an array was written')

    call expect('what is right', reach_grid(nx, ny, nz), 0)
    if (.not. any(abs(v + 7) > 0)) call fail('nothing was written')
    if (failures > 0) error stop 'calls were not refused'

contains

    function check(grid, short) result(status)
        type(stencil_grid), intent(in) :: grid
        integer, intent(in) :: short
        integer(c_int) :: status

        status = reach_check(grid, w=size(w, kind=c_size_t) - short, u=size(u, kind=c_size_t), &
            v=size(v, kind=c_size_t), h=size(h, kind=c_size_t), p=size(p, kind=c_size_t))
    end function check

    subroutine expect(title, grid, refusal)
        character(*), intent(in) :: title
        type(stencil_grid), intent(in) :: grid
        integer(c_int), intent(in) :: refusal
        integer(c_int) :: status

        status = check(grid, short=0)
        if (status == 0) status = reach_call(launch_reach_regular_idxvar_openmp, grid, &
            w=w, u=u, v=v, h=h, p=p)
        if (status /= refusal) call fail(title)
    end subroutine expect

    subroutine fail(title)
        character(*), intent(in) :: title

        print '(a)', title
        failures = failures + 1
    end subroutine fail
end program misuse
