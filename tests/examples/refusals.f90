! Prints what each refusal means.
program refusals
    use stencil
    implicit none
    integer(c_int) :: status

    do status = 1, stencil_wrong_levels - 1, -1
        print '(i0, a, a)', status, ' ', stencil_refusal_text(status)
    end do
end program refusals
