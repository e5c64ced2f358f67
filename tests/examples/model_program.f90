! A model in Fortran that takes three steps of a program of several kernels: model_program U.npy NEW.npy
program model_program
    use wave_openmp
    implicit none
    integer, parameter :: nx = 12, ny = 9, nz = 7, header_size = 128
    real(c_double), allocatable :: u(:, :, :), old(:, :, :)
    integer(c_int8_t), allocatable :: workspace(:)
    character(header_size) :: header
    character(1024) :: path
    type(stencil_grid) :: grid
    integer(c_int) :: status
    integer :: file, step

    allocate (u(nx, ny, nz), old(nx, ny, nz))
    call get_command_argument(1, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='old')
    read (file) header, u
    close (file)
    old = u

    grid = wave_grid(nx, ny, nz)
    allocate (workspace(workspace_wave_regular_idxvar_openmp(grid)))
    status = wave_check(grid, u=size(u, kind=c_size_t), old=size(old, kind=c_size_t))
    do step = 1, 3
        if (status == 0) &
            status = wave_call(launch_wave_regular_idxvar_openmp, grid, u, old, c2=0.2_c_double, workspace=workspace)
    end do
    if (status /= 0) error stop 'wave: ' // stencil_refusal_text(status)

    call get_command_argument(2, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='replace')
    write (file) header, u
    close (file)
end program model_program
