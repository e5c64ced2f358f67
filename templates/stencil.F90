! Written by stencilgen. DO NOT EDIT.

! Definitions that the modules of all stencils share. They are those of the headers for C.
module stencil
    use, intrinsic :: iso_c_binding
    implicit none

    ! A structured grid. Distances are in elements; columns and levels are counted from 0. Tables are in the memory
    ! of the processor that runs the kernel and belong to the caller.
    type, bind(c) :: stencil_grid
        integer(c_int) :: first = 0, end = 0     ! inner columns: first..end-1
        integer(c_int) :: width = 0, height = 0  ! inner columns in x and in y
        integer(c_int) :: row = 0                ! from one row to the next; unstructured grids: 0
        integer(c_int) :: bottom = 0, top = 0    ! inner levels: bottom..top-1
        integer(c_int) :: levels = 0             ! all levels, including the halo
        integer(c_int) :: stride = 0             ! columns of a level; levels outermost: from one to the next
        integer(c_int) :: pitch = 0              ! levels innermost: from one column to the next; else 0
        integer(c_int) :: patterns = 0           ! rows of a compressed table
        integer(c_int) :: clusters = 0           ! for access cluster: number of clusters
        integer(c_int) :: singles = 0            ! number of columns in no cluster
        integer(c_int) :: across = 0             ! from one row of place to the next
        type(c_ptr) :: pattern = c_null_ptr      ! per column: its row of the table
        type(c_ptr) :: table = c_null_ptr        ! offsets from columns to their neighbors
        type(c_ptr) :: cluster = c_null_ptr      ! per cluster: its columns and those that they read
        type(c_ptr) :: single = c_null_ptr       ! the columns in no cluster
        type(c_ptr) :: place = c_null_ptr        ! columns of cells, from the first of the domain
        integer(c_int) :: west = 0, east = 0     ! of a subdomain: inner columns of the domain
        integer(c_int) :: north = 0, south = 0   ! on these sides of it
    end type stencil_grid

    ! A mesh. Distances are in elements; elements and levels are counted from 0.
    type, bind(c) :: stencil_mesh
        integer(c_int) :: first = 0, end = 0     ! elements of the outputs' location: first..end-1
        integer(c_int) :: bottom = 0, top = 0    ! levels: bottom..top-1
        integer(c_int) :: cell_stride = 0, edge_stride = 0, vertex_stride = 0
        integer(c_int) :: height = 0             ! levels innermost: from one element to the next
        integer(c_int) :: cells = 0, edges = 0, vertices = 0
        integer(c_int) :: cell_first = 0, cell_end = 0     ! outputs on several locations: first..end-1 of each
        integer(c_int) :: edge_first = 0, edge_end = 0
        integer(c_int) :: vertex_first = 0, vertex_end = 0
        integer(c_int) :: levels = 0             ! full levels: only used by kernels of stencils that read levels
        ! Reductions over the mesh: integer(c_int) arrays of all updated elements, in the order in which they are reduced. Null:
        ! the order of their numbers.
        type(c_ptr) :: cell_order = c_null_ptr, edge_order = c_null_ptr, vertex_order = c_null_ptr
    end type stencil_mesh

    ! A relation. Its tables are in the memory of the processor that runs the kernel and belong to the caller. Entries
    ! are numbers of elements, counted from 0; -1: no neighbor.
    type, bind(c) :: stencil_relation
        type(c_ptr) :: table = c_null_ptr        ! table(stride, slots); levels innermost: table(slots, elements)
        type(c_ptr) :: start = c_null_ptr        ! of any degree: starts of the rows of elements
    end type stencil_relation

    ! Size of a block on a GPU, in threads.
    type, bind(c) :: stencil_block
        integer(c_int) :: x = 1, y = 1, z = 1
    end type stencil_block

    ! Refusals of launchers. A launcher returns 0, one of these if it has launched nothing, or an error of CUDA or HIP,
    ! which is positive.
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
        ! Copies a compressed table to the constant memory of a kernel. Returns what a launcher returns.
        function stencil_upload(offsets, count) result(status) bind(c)
            import :: c_int
            integer(c_int), intent(in) :: offsets(*)
            integer(c_int), value :: count
            integer(c_int) :: status
        end function stencil_upload

        ! Fills the table of parents of a kernel on a sparse grid. Returns what a launcher returns.
        function stencil_fill() result(status) bind(c)
            import :: c_int
            integer(c_int) :: status
        end function stencil_fill
    end interface

contains

    ! Returns a regular grid for arrays of nx x ny x nz elements, halo included; the first varies fastest. Without
    ! inner points, or if the elements of a level do not fit an int, the grid is empty and launchers refuse it.
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

    ! Returns a pitch for columns of `levels` levels, in elements, that suits all kernels: columns are aligned to
    ! vectors and span as few cache lines as possible.
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

    ! Return the number of elements of an array with an element for each point, each column or each level of a grid.
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
            text = 'the grid, a field, a table, the workspace or the block size is a null pointer: pass its address'
        case (stencil_wrong_size)
            text = 'a size, an offset or a count is negative, or no point is updated: give the grid inner points'
        case (stencil_short_row)
            text = 'the grid is wider than its rows: raise row to width and the halo'
        case (stencil_short_stride)
            text = 'the levels of the grid overlap: raise the stride to the columns of a level, or the pitch to its levels'
        case (stencil_small_halo)
            text = 'the stencil reads outside of the grid: give the arrays and the grid the halo that the header defines'
        case (stencil_no_table)
            text = 'the grid or mesh lacks a table of neighbors or places, or constant memory is empty: ' &
                // 'set it, or call the upload'
        case (stencil_misaligned)
            text = 'a field, a table, the first column, the rows, the levels or the workspace are not aligned ' &
                // 'to elements, vectors or structs: align them, or call a launcher of another access'
        case (stencil_wrong_block)
            text = 'the kernel cannot have a block of this size: use at most 1024 threads, or what its first lines name'
        case (stencil_large_grid)
            text = 'the grid has more than 2^24 levels, or indices of a level or block do not fit an int: decompose it'
        case (stencil_large_table)
            text = 'the table does not fit into constant memory, or its indices do not fit an int: ' &
                // 'use a storage without _constant'
        case (stencil_short_array)
            text = 'an array is too short for the grid: allocate an element for each of its points, columns or levels'
        case (stencil_wrong_table)
            text = 'an entry of the table leads out of the level, a pattern is no row of it, or clusters have other columns: ' &
                // 'make the tables of this grid'
        case (stencil_wrong_levels)
            text = 'the grid''s levels are innermost and the kernel''s outermost, or the other way round: ' &
                // 'set pitch or height, or 0'
        case default
            text = ''
        end select
    end function stencil_refusal_text

end module stencil
