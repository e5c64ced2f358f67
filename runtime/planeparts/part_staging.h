#ifndef PART_STAGING_H
#define PART_STAGING_H

#include "runtime/device/device.h"

/* Memory of the host that sums of parts go through, kept from step to step. It grows when that is asked for, and is empty then. */
struct part_staging {
	const struct device_streams *device; /* of what is pinned; NULL: nothing is */
	char *pinned;                        /* what is copied from devices and to them */
	size_t pinned_bytes;
	double *columns;                     /* what the host works with */
	size_t columns_bytes;
};

/* These give memory of at least so many bytes; NULL if there is none. What was given before is not to be used any more, in copies
 * neither. */
char *part_staging_pinned(struct part_staging *staging, const struct device_streams *device, size_t bytes);
double *part_staging_columns(struct part_staging *staging, size_t bytes);

/* Takes NULL. */
void part_staging_free(struct part_staging *staging);

#endif
