// Writes to as much memory as the last cache holds, on all cores, so that nothing
// else is left in it or in theirs.

int run_flush(double *memory, long count);

int
run_flush(double *memory, long count)
{
    #pragma omp parallel for
    for (long i = 0; i < count; i++)
        memory[i] = (double)i;
    return 0;
}
