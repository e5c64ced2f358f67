! A model whose columns are numbered at will and have their levels side by side: model_columns SRC.npy DST.npy
program model_columns
    use laplap_innermost_openmp
    implicit none
    integer, parameter :: nx = 21, ny = 13, levels = 5, columns = nx*ny, header_size = 128
    real(c_double), allocatable :: src(:, :), dst(:, :), points(:, :)
    integer(c_int), allocatable, target :: table(:, :)
    character(header_size) :: header
    character(1024) :: path
    type(stencil_grid) :: grid
    integer(c_int) :: status
    integer :: file, pitch, inner, number(nx, ny)

    pitch = stencil_pitch(levels)
    allocate (points(columns, levels), src(pitch, columns), dst(pitch, columns))
    allocate (table(laplap_chasing_slots, columns))
    call get_command_argument(1, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='old')
    read (file) header, points
    close (file)
    call number_columns(number, inner)
    call find_neighbours(number, table)
    src = 0
    src(:levels, [number]) = transpose(points)
    dst = 0

    grid = laplap_columns_grid(columns, first=columns - inner, end=columns, levels=levels, pitch=pitch)
    grid%table = c_loc(table)
    status = laplap_check(grid, src=size(src, kind=c_size_t), dst=size(dst, kind=c_size_t))
    if (status == 0) status = laplap_call(launch_laplap_chasing_idxvar_innermost_openmp, grid, src, dst)
    if (status /= 0) error stop 'laplap: ' // stencil_refusal_text(status)

    points = transpose(dst(:levels, [number]))
    call get_command_argument(2, path)
    open (newunit=file, file=path, access='stream', form='unformatted', status='replace')
    write (file) header, points
    close (file)

contains

    ! The halo's columns first, then the inner ones from the last to the first.
    subroutine number_columns(number, inner)
        integer, intent(out) :: number(nx, ny), inner
        integer :: x, y, halo

        inner = 0
        halo = 0
        do y = 1, ny
            do x = 1, nx
                if (x > laplap_west .and. x <= nx - laplap_east .and. y > laplap_north &
                    .and. y <= ny - laplap_south) then
                    number(x, y) = columns - inner
                    inner = inner + 1
                else
                    halo = halo + 1
                    number(x, y) = halo
                end if
            end do
        end do
    end subroutine number_columns

    ! Entries are neighbours less columns, so it does not matter that columns count from 1 here.
    subroutine find_neighbours(number, table)
        integer, intent(in) :: number(nx, ny)
        integer(c_int), intent(out) :: table(:, :)
        integer :: x, y, to_x, to_y, slot

        table = 0
        do y = 1, ny
            do x = 1, nx
                do slot = 1, laplap_chasing_slots
                    to_x = x + laplap_chasing_relations(1, slot)
                    to_y = y + laplap_chasing_relations(2, slot)
                    if (min(to_x, to_y) < 1 .or. to_x > nx .or. to_y > ny) cycle
                    table(slot, number(x, y)) = number(to_x, to_y) - number(x, y)
                end do
            end do
        end do
    end subroutine find_neighbours
end program model_columns
