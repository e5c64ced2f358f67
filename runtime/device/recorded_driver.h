#ifndef RECORDED_DRIVER_H
#define RECORDED_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/* What of NVIDIA's driver recorded kernels need, as cuda.h has it. */
enum { NO_MEMORY = 2, NON_BLOCKING = 1, MOST_DYNAMIC_SHARED = 8, CAPTURE_RELAXED = 2 };
enum { END = 0, BUFFER_POINTER = 1, BUFFER_SIZE = 2 }; /* of arguments */

struct recorded_driver {
	int (*load)(void **module, const char *path);
	int (*unload)(void *module);
	int (*find)(void **function, void *module, const char *name);
	int (*set)(void *function, int attribute, int value);
	int (*allocate)(void **memory, size_t bytes, unsigned flags);
	int (*release)(void *memory);
	int (*create)(void **stream, unsigned flags);
	int (*destroy)(void *stream);
	int (*wait)(void *stream);
	int (*wait_for_all)(void);
	int (*exchange_mode)(int *mode);
	int (*launch)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
		unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments, void **extra);
};
extern struct recorded_driver recorded_driver;

/* Loads it from the driver, which was opened, once; false: that is too old. */
bool recorded_driver_open(void);

#endif
