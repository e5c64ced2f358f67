! Half levels on a structured grid and on a mesh: half_levels FOLDER, which has the results of stencilrun.
program half_levels_model
    use half_levels_openmp
    use interfaces_openmp
    use thickness_openmp
    implicit none
    integer, parameter :: nx = 7, ny = 4, nz = 5, cells = 24, edges = 36, header_size = 128
    character(1024) :: folder

    call get_command_argument(1, folder)
    call on_structured_grid()
    call on_mesh()
    call program_on_mesh()

contains

    subroutine on_structured_grid()
        real(c_double) :: rho(nx, ny, nz), q(nx, ny, nz), pressure(nx, ny, nz), most(1), largest(1)
        real(c_double), dimension(nx, ny, nz + 1) :: a, b, c, w
        integer(c_int8_t), allocatable :: workspace(:)
        type(stencil_grid) :: grid
        integer(c_int) :: status
        integer(c_size_t) :: short
        integer :: i, j, k

        do concurrent (i = 1:nx, j = 1:ny, k = 1:nz + 1)
            a(i, j, k) = 1 + 0.125d0*(i - 1)
            b(i, j, k) = 8 + 0.5d0*(j - 1)
            c(i, j, k) = 0.5d0 + 0.25d0*(k - 1)
            w(i, j, k) = 1 + 0.25d0*(i - 1 + k - 1)
            if (k <= nz) rho(i, j, k) = 2 + 0.25d0*(i - 1) + (k - 1)
        end do
        q = 0
        pressure = 0
        grid = half_levels_grid(nx, ny, nz)
        allocate (workspace(workspace_half_levels_regular_idxvar_openmp(grid)))
        short = size(rho)
        status = half_levels_check(grid, short, short, size(b, kind=c_size_t), size(c, kind=c_size_t), &
            size(w, kind=c_size_t), short, short, 1_c_size_t)
        if (status /= stencil_short_array) error stop 'half levels: an array of full levels was accepted'
        status = half_levels_call(launch_half_levels_regular_idxvar_openmp, grid, rho, a, b, c, w, q, pressure, &
            most, workspace)
        if (status /= 0) error stop 'half levels: ' // stencil_refusal_text(status)
        call compare('w', w, nz + 1)
        call compare('q', q, nz)
        call compare('pressure', pressure, nz)
        call read_values('most', largest)
        if (any(abs(most - largest) > 0)) error stop 'most differs'
    end subroutine on_structured_grid

    ! The halo in x is the kernel's own.
    subroutine compare(name, values, levels)
        character(*), intent(in) :: name
        integer, intent(in) :: levels
        real(c_double), intent(in) :: values(nx, ny, levels)
        real(c_double) :: expected(nx, ny, levels)

        call read_values(name, expected)
        if (any(abs(values(2:nx - 1, :, :) - expected(2:nx - 1, :, :)) > 0)) error stop name // ' differs'
    end subroutine compare

    subroutine on_mesh()
        real(c_double) :: w(cells, nz + 1), rho(cells, nz), q(cells, nz), expected(cells, nz)
        type(stencil_mesh) :: mesh
        integer(c_int) :: status
        integer :: e, k

        do concurrent (e = 1:cells, k = 1:nz + 1)
            w(e, k) = 0.25d0*(e - 1) + (k - 1)*(k - 1)
            if (k <= nz) rho(e, k) = 2 + 0.5d0*(e - 1)
        end do
        mesh = stencil_mesh(end=cells, top=nz, cell_stride=cells, edge_stride=36, vertex_stride=12)
        status = thickness_check(mesh, size(rho, kind=c_size_t), size(rho, kind=c_size_t), size(q, kind=c_size_t))
        if (status /= stencil_short_array) error stop 'thickness: an array of full levels was accepted'
        status = thickness_call(launch_thickness_chasing_idxvar_openmp, mesh, w, rho, q)
        if (status /= 0) error stop 'thickness: ' // stencil_refusal_text(status)
        call read_values('thickness', expected)
        if (any(abs(q - expected) > 0)) error stop 'thickness differs'
    end subroutine on_mesh

    ! Several kernels, which update cells, edges and a scalar.
    subroutine program_on_mesh()
        real(c_double) :: u(cells, nz), f(edges, nz), w(cells, nz + 1), most(1)
        real(c_double) :: expected_f(edges, nz), expected_w(cells, nz + 1), largest(1)
        integer(c_int), target :: sides(2, edges), table(edges, 2)
        integer(c_int8_t), allocatable :: workspace(:)
        type(stencil_mesh) :: mesh
        type(stencil_relation) :: edge_cells
        integer(c_int) :: status
        integer(c_size_t) :: short
        integer :: e, k

        do concurrent (e = 1:edges, k = 1:nz)
            f(e, k) = 1 + 0.5d0*(e - 1) - (k - 1)
            if (e <= cells) u(e, k) = 0.25d0*(e - 1) + (k - 1)*(k - 1)
        end do
        w = 0
        call read_table('torus/edge_cells', sides)
        table = transpose(sides)
        edge_cells%table = c_loc(table)
        mesh = stencil_mesh(cell_end=cells, edge_end=edges, top=nz, cell_stride=cells, edge_stride=edges, vertex_stride=12, &
            cells=cells, edges=edges, vertices=12)
        allocate (workspace(workspace_interfaces_chasing_idxvar_openmp(mesh)))
        short = size(u)
        status = interfaces_check(mesh, short, size(f, kind=c_size_t), short, 1_c_size_t)
        if (status /= stencil_short_array) error stop 'interfaces: an array of full levels was accepted'
        status = interfaces_check(mesh, short, size(f, kind=c_size_t), size(w, kind=c_size_t), 1_c_size_t)
        if (status /= 0) error stop 'interfaces: arrays were refused'
        status = interfaces_call(launch_interfaces_chasing_idxvar_openmp, mesh, edge_cells, u, f, w, most, workspace)
        if (status /= 0) error stop 'interfaces: ' // stencil_refusal_text(status)
        call read_values('interfaces_w', expected_w)
        call read_values('interfaces_f', expected_f)
        call read_values('interfaces_most', largest)
        if (any(abs(w - expected_w) > 0)) error stop 'interfaces: w differs'
        if (any(abs(f - expected_f) > 0)) error stop 'interfaces: f differs'
        if (any(abs(most - largest) > 0)) error stop 'interfaces: most differs'
    end subroutine program_on_mesh

    subroutine read_table(name, table)
        character(*), intent(in) :: name
        integer(c_int), intent(out) :: table(:, :)
        character(header_size) :: header
        integer :: file

        open (newunit=file, file=trim(folder) // '/' // name // '.npy', access='stream', form='unformatted', status='old')
        read (file) header, table
        close (file)
    end subroutine read_table

    subroutine read_values(name, values)
        character(*), intent(in) :: name
        real(c_double), intent(out) :: values(..)
        real(c_double), allocatable :: numbers(:)
        character(header_size) :: header
        integer :: file

        open (newunit=file, file=trim(folder) // '/' // name // '.npy', access='stream', form='unformatted', status='old')
        allocate (numbers(size(values)))
        read (file) header, numbers
        close (file)
        select rank (values)
        rank (1)
            values = numbers
        rank (2)
            values = reshape(numbers, shape(values))
        rank (3)
            values = reshape(numbers, shape(values))
        end select
    end subroutine read_values
end program half_levels_model
