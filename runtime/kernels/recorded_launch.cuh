#ifndef RECORDED_LAUNCH_CUH
#define RECORDED_LAUNCH_CUH

// Stands in for the CUDA runtime before a text that is compiled for the GPU alone: its launcher runs there,
// and records what it would do.

#include "recording.h"

struct recorded_config {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    void *stream;
};

// Newer compilers know these, and for other purposes.
#define cudaError_t int
#define cudaStream_t void *
#define cudaSuccess 0
#define cudaLaunchConfig_t recorded_config

// The driver finds kernels by their names in C.
#undef __global__
#define __global__ extern "C" __attribute__((global))

__device__ static struct recording *recorded;

template <typename T> struct same { typedef T type; };

// A step that takes so many bytes of arguments; NULL: there is no room.
static struct recorded_step *
record_step(enum recorded_kind kind, const char *kernel, unsigned arguments)
{
    struct recorded_step *const step = (struct recorded_step *)(recorded->steps + recorded->bytes);
    unsigned name = 1;

    while (kernel[name - 1])
        name++;
    recorded->bytes += recorded_step_bytes(name, arguments);
    if (recorded->bytes > recorded->room)
        return nullptr;
    *step = recorded_step();
    step->kind = kind;
    step->name = name;
    step->arguments = arguments;
    for (unsigned i = 0; i < name; i++)
        recorded_name(step)[i] = kernel[i];
    return step;
}

template <typename T>
static unsigned
end_of(unsigned at)
{
    static_assert(alignof(T) <= 8, "see recorded_step");
    return (at + alignof(T) - 1)/alignof(T)*alignof(T) + sizeof (T);
}

// Places an argument behind the others.
template <typename T>
static void
add_argument(char *arguments, unsigned *at, const T &argument)
{
    *at = end_of<T>(*at);
    *(T *)(arguments + *at - sizeof argument) = argument;
}

template <typename... Parameters>
static int
record_launch(const struct recorded_config *launch, const char *kernel, void (*)(Parameters...),
    typename same<Parameters>::type... arguments)
{
    unsigned bytes = 0, at = 0;

    ((bytes = end_of<Parameters>(bytes)), ...);
    struct recorded_step *const step = record_step(RECORDED_LAUNCH, kernel, bytes);
    if (!step)
        return 0;
    step->grid[0] = launch->gridDim.x;
    step->grid[1] = launch->gridDim.y;
    step->grid[2] = launch->gridDim.z;
    step->block[0] = launch->blockDim.x;
    step->block[1] = launch->blockDim.y;
    step->block[2] = launch->blockDim.z;
    step->shared = (unsigned)launch->dynamicSmemBytes;
    (add_argument(recorded_arguments(step), &at, arguments), ...);
    return 0;
}

static inline int
record_limit(const char *kernel, int bytes)
{
    struct recorded_step *const step = record_step(RECORDED_LIMIT, kernel, 0);

    if (step)
        step->shared = (unsigned)bytes;
    return 0;
}

#define cudaLaunchKernelEx(launch, kernel, ...) record_launch(launch, #kernel, (decltype(&kernel))nullptr, __VA_ARGS__)

// Of dynamic shared memory, which is all that launchers set.
#define cudaFuncSetAttribute(kernel, attribute, bytes) record_limit(#kernel, bytes)

// Behind the text: the thunk, on one thread. That of a program takes a block for each kernel.
#define RECORD(run) RECORD_CALL(run(recording->grid, recording->fields, recording->params, *recording->blocks, nullptr))
#define RECORD_BLOCKS(run) RECORD_CALL(run(recording->grid, recording->fields, recording->params, recording->blocks, nullptr))

// The same on a mesh.
#define RECORD_ON_MESH(run) RECORD_CALL(run(&view, recording->fields, recording->params, *recording->blocks, nullptr))
#define RECORD_BLOCKS_ON_MESH(run) RECORD_CALL(run(&view, recording->fields, recording->params, recording->blocks, nullptr))

#define RECORD_CALL(call) \
    __global__ void \
    record(struct recording *recording) \
    { \
        const struct stencil_mesh mesh = recording->mesh ? *recording->mesh : stencil_mesh(); \
        const struct stencil_mesh_view view = { mesh, recording->relations }; \
        (void)view; \
        recorded = recording; \
        recording->bytes = 0; \
        recording->status = call; \
    }

// Behind the text of a program: how large its workspace is, where it is done on a grid or on a mesh.
#define RECORD_WORKSPACE(workspace) RECORD_BYTES(workspace(recording->grid))
#define RECORD_WORKSPACE_ON_MESH(workspace) RECORD_BYTES(workspace(recording->mesh))

#define RECORD_BYTES(call) \
    __global__ void \
    record_workspace(struct recording *recording) \
    { \
        recording->bytes = call; \
        recording->status = 0; \
    }

#endif
