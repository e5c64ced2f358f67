! The same with a kernel for GPUs, on arrays that OpenACC or OpenMP has copied there.
program model_gpu
    use laplap
    implicit none
    integer, parameter :: nx = 21, ny = 13, nz = 5, header_size = 128
    real(c_double), allocatable :: src(:, :, :), dst(:, :, :)
    character(header_size) :: header
    character(1024) :: path
    type(stencil_grid) :: grid
    integer(c_int) :: status
    integer :: file

    allocate (src(nx, ny, nz), dst(nx, ny, nz))
    call get_command_argument(1, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='old')
    read (file) header, src
    close (file)
    dst = 0

    grid = laplap_grid(nx, ny, nz)
    !$acc data copyin(src) copy(dst)
    !$omp target data map(to: src) map(tofrom: dst)
    status = laplap_call(launch_laplap_regular_idxvar, grid, src, dst, stencil_block(64, 2, 1))
    !$omp end target data
    !$acc end data
    if (status /= 0) error stop 'laplap: ' // stencil_refusal_text(status)

    call get_command_argument(2, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='replace')
    write (file) header, dst
    close (file)
end program model_gpu
