#ifndef STENCIL_LEVELS
#define STENCIL_LEVELS

/* Vectors of levels, for kernels on GPUs whose fields have the levels of a column side by side. */

/* LEVELS levels of a column in registers, [0] to [LEVELS - 1], with BELOW levels below and ABOVE levels above them. */
template <typename T, int LEVELS, int BELOW = 0, int ABOVE = 0>
struct level_vector {
    T value[BELOW + LEVELS + ABOVE];

    __device__ T &operator[](const int l) { return value[BELOW + l]; }
    __device__ T operator[](const int l) const { return value[BELOW + l]; }
};

/* LEVELS levels in memory, aligned so that one instruction loads or stores them. */
template <typename T, int LEVELS>
struct alignas(LEVELS*sizeof (T)) packed_levels {
    T value[LEVELS];
};

/* Loads LEVELS levels. The address must be a multiple of their size. */
template <int LEVELS, typename T>
static __device__ inline level_vector<T, LEVELS>
load_levels(const T *from)
{
    const packed_levels<T, LEVELS> loaded = *(const packed_levels<T, LEVELS> *)from;
    level_vector<T, LEVELS> to;

    #pragma unroll
    for (int l = 0; l < LEVELS; l++)
        to[l] = loaded.value[l];
    return to;
}

/* The same with levels below and above. from points to level k of a column of pitch levels. Levels outside the column
 * are not read: they have the value of its nearest level. */
template <int LEVELS, int BELOW, int ABOVE, typename T>
static __device__ inline level_vector<T, LEVELS, BELOW, ABOVE>
load_levels(const T *from, const int k, const int pitch)
{
    const level_vector<T, LEVELS> loaded = load_levels<LEVELS>(from);
    level_vector<T, LEVELS, BELOW, ABOVE> to;

    #pragma unroll
    for (int l = -BELOW; l < LEVELS + ABOVE; l++)
        to[l] = l < 0 ? from[max(l, -k)] : l < LEVELS ? loaded[l] : from[min(l, pitch - 1 - k)];
    return to;
}

/* Stores levels first to end - 1, counted from the first one of the vector: all with one instruction if they are updated all. */
template <typename T, int LEVELS, int BELOW, int ABOVE>
static __device__ inline void
store_levels(const level_vector<T, LEVELS, BELOW, ABOVE> &from, T *to, const int first, const int end)
{
    packed_levels<T, LEVELS> stored;

    #pragma unroll
    for (int l = 0; l < LEVELS; l++)
        stored.value[l] = from[l];
    if (first <= 0 && end >= LEVELS) {
        *(packed_levels<T, LEVELS> *)to = stored;
        return;
    }
    #pragma unroll
    for (int l = 0; l < LEVELS; l++)
        if (l >= first && l < end)
            to[l] = stored.value[l];
}

#endif
