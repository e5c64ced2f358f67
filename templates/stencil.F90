! Written by stencilgen. DO NOT EDIT.

! Definitions that the modules of all stencils share: see the structs in the headers for C.
module stencil
    use, intrinsic :: iso_c_binding
    implicit none

    ! A grid. Distances are in elements and columns are counted from 0. Tables are in the memory of the
    ! processor that runs the kernel.
    type, bind(c) :: stencil_grid
        integer(c_int) :: first = 0, end = 0     ! inner columns: first..end-1
        integer(c_int) :: width = 0, height = 0  ! inner columns in x and in y
        integer(c_int) :: row = 0                ! from one row to the next; 0 on unstructured grids
        integer(c_int) :: bottom = 0, top = 0    ! inner levels: bottom..top-1
        integer(c_int) :: levels = 0             ! all levels, including the halo
        integer(c_int) :: stride = 0             ! from one level to the next; levels innermost: columns
        integer(c_int) :: pitch = 0              ! levels innermost: from one column to the next
        integer(c_int) :: patterns = 0           ! rows of a compressed table
        integer(c_int) :: clusters = 0           ! for access cluster
        integer(c_int) :: singles = 0            ! number of columns in no cluster
        integer(c_int) :: across = 0             ! from one row of place to the next
        type(c_ptr) :: pattern = c_null_ptr      ! per column: its row of the table
        type(c_ptr) :: table = c_null_ptr        ! offsets from columns to their neighbors
        type(c_ptr) :: cluster = c_null_ptr      ! per cluster: its columns and those that they read
        type(c_ptr) :: single = c_null_ptr       ! columns in no cluster
        type(c_ptr) :: place = c_null_ptr        ! columns of cells, from the first of the domain on
        integer(c_int) :: west = 0, east = 0     ! of a subdomain or region: inner columns of the
        integer(c_int) :: north = 0, south = 0   ! domain on these sides of it
    end type stencil_grid

    ! A mesh: see struct stencil_mesh. Elements and levels are counted from 0.
    type, bind(c) :: stencil_mesh
        integer(c_int) :: first = 0, end = 0     ! elements of the outputs' location: first..end-1
        integer(c_int) :: bottom = 0, top = 0    ! levels: bottom..top-1
        integer(c_int) :: cell_stride = 0, edge_stride = 0, vertex_stride = 0
        integer(c_int) :: height = 0             ! levels innermost: from one element to the next
        integer(c_int) :: cells = 0, edges = 0, vertices = 0
        integer(c_int) :: cell_first = 0, cell_end = 0     ! outputs on several locations: first..end-1 of each
        integer(c_int) :: edge_first = 0, edge_end = 0
        integer(c_int) :: vertex_first = 0, vertex_end = 0
    end type stencil_mesh

    ! A relation, in the memory of the processor that runs the kernel. Entries count from 0; -1: no neighbor.
    type, bind(c) :: stencil_relation
        type(c_ptr) :: table = c_null_ptr        ! table(stride, slots); levels innermost: table(slots, elements)
        type(c_ptr) :: start = c_null_ptr        ! of any degree: starts of the rows of elements
    end type stencil_relation

    ! Threads per block.
    type, bind(c) :: stencil_block
        integer(c_int) :: x = 1, y = 1, z = 1
    end type stencil_block

    ! Why a launcher refuses a call.
    enum, bind(c)
        enumerator :: stencil_null_pointer = -1
        enumerator :: stencil_wrong_size = -2
        enumerator :: stencil_short_row = -3
        enumerator :: stencil_short_stride = -4
        enumerator :: stencil_small_halo = -5
        enumerator :: stencil_no_table = -6
        enumerator :: stencil_misaligned = -7
        enumerator :: stencil_wrong_block = -8
        enumerator :: stencil_large_grid = -9
        enumerator :: stencil_large_table = -10
        enumerator :: stencil_short_array = -11
        enumerator :: stencil_wrong_table = -12
        enumerator :: stencil_wrong_levels = -13
    end enum

    abstract interface
        ! Copies a table to the constant memory of a kernel.
        function stencil_upload(offsets, count) result(status) bind(c)
            import :: c_int
            integer(c_int), intent(in) :: offsets(*)
            integer(c_int), value :: count
            integer(c_int) :: status
        end function stencil_upload

        ! Fills the table of parents of a kernel on a sparse grid.
        function stencil_fill() result(status) bind(c)
            import :: c_int
            integer(c_int) :: status
        end function stencil_fill
    end interface

contains

    ! Returns a regular grid for arrays of nx x ny x nz elements, including the halo. Without inner points, or
    ! if a level has more elements than an int counts, it is empty and launchers refuse it.
    pure function stencil_regular_grid(nx, ny, nz, west, east, north, south, below, above) result(grid)
        integer, intent(in) :: nx, ny, nz, west, east, north, south, below, above
        type(stencil_grid) :: grid

        if (nx <= west + east .or. ny <= north + south .or. nz <= below + above) return
        if (ny < 1 .or. nx > huge(nx)/max(ny, 1)) return
        grid%first = north*nx + west
        grid%end = nx*(ny - south) - east
        grid%width = nx - west - east
        grid%height = ny - north - south
        grid%row = nx
        grid%bottom = below
        grid%top = nz - above
        grid%levels = nz
        grid%stride = nx*ny
    end function stencil_regular_grid

    ! Returns an unstructured grid that updates columns first to end - 1, counted from 0, and all levels except
    ! the halo. Set its table, and pattern if there is one, to c_loc(table).
    !     pitch = 0                 levels outermost, value(columns, levels) and table(columns, slots)
    !     pitch = levels or more    levels innermost, value(pitch, columns) and table(slots, columns)
    ! Entries are offsets: the neighbor's number minus the column's number.
    pure function stencil_columns_grid(columns, first, end, levels, pitch, below, above) result(grid)
        integer, intent(in) :: columns, first, end, levels, pitch, below, above
        type(stencil_grid) :: grid

        grid%pitch = pitch
        grid%stride = columns
        if (first < 0 .or. end <= first .or. levels <= below + above) return
        grid%first = first
        grid%end = end
        grid%width = end - first
        grid%height = 1
        grid%bottom = below
        grid%top = levels - above
        grid%levels = levels
    end function stencil_columns_grid

    ! Returns a pitch for columns of `levels` levels that suits all kernels: columns are aligned to vectors and
    ! span as few cache lines as possible.
    pure function stencil_pitch(levels) result(pitch)
        integer, intent(in) :: levels
        integer :: pitch, multiple

        multiple = 4
        do while (multiple < levels .and. multiple < 16)
            multiple = 2*multiple
        end do
        pitch = levels
        if (levels > 0 .and. levels <= 2**24) pitch = (levels + multiple - 1)/multiple*multiple
    end function stencil_pitch

    ! Return the number of elements of arrays that hold all levels of a grid: fields of points, of columns, of levels.
    pure function stencil_points(grid) result(count)
        type(stencil_grid), intent(in) :: grid
        integer(c_size_t) :: count

        count = int(grid%stride, c_size_t)*merge(grid%pitch, grid%levels, grid%pitch > 0)
    end function stencil_points

    pure function stencil_columns(grid) result(count)
        type(stencil_grid), intent(in) :: grid
        integer(c_size_t) :: count

        count = grid%stride
    end function stencil_columns

    pure function stencil_levels(grid) result(count)
        type(stencil_grid), intent(in) :: grid
        integer(c_size_t) :: count

        count = grid%levels
    end function stencil_levels

    ! Returns the number of elements of an array of these levels, elements and slots.
    pure function stencil_mesh_elements(levels, elements, slots) result(count)
        integer(c_int), intent(in) :: levels, elements, slots
        integer(c_size_t) :: count

        count = int(levels, c_size_t)*elements*slots
    end function stencil_mesh_elements

    ! Returns the message of a refusal; empty for any other result of a launcher.
    pure function stencil_refusal_text(status) result(text)
        integer(c_int), intent(in) :: status
        character(:), allocatable :: text

        select case (status)
        case (stencil_null_pointer)
            text = 'the grid, a field, a table, the workspace or the block size is a null pointer'
        case (stencil_wrong_size)
            text = 'a size, an offset or a number of the call is negative, or no point is updated'
        case (stencil_short_row)
            text = 'the grid is wider than its rows are apart'
        case (stencil_short_stride)
            text = 'the levels of the grid overlap: the stride is less than the columns of a level'
        case (stencil_small_halo)
            text = 'the halo of the grid is smaller than the stencil reads'
        case (stencil_no_table)
            text = 'the grid has no table of neighbors or of places, or constant memory was not filled with it'
        case (stencil_misaligned)
            text = 'a field, a table, the first column, the rows, the levels or the workspace are not aligned ' &
                // 'to elements, vectors or structs'
        case (stencil_wrong_block)
            text = 'the kernel cannot have such a block of threads'
        case (stencil_large_grid)
            text = 'the grid has more than 2^24 levels, or indices of a level or block do not fit an int'
        case (stencil_large_table)
            text = 'the table does not fit into constant memory, or its indices do not fit an int'
        case (stencil_short_array)
            text = 'an array is too short for the grid'
        case (stencil_wrong_table)
            text = 'an entry of the table leads out of the level, a pattern is no row of it, or clusters ' &
                // 'have other columns'
        case (stencil_wrong_levels)
            text = 'the grid''s levels are innermost and the kernel''s outermost, or the other way round'
        case default
            text = ''
        end select
    end function stencil_refusal_text

end module stencil
