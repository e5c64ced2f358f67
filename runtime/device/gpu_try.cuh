#ifndef GPU_TRY_CUH
#define GPU_TRY_CUH

// Returns the status of a call that failed.
#define TRY(call) do { \
    const cudaError_t status = (call); \
    if (status != cudaSuccess) \
        return status; \
} while (0)

#endif
