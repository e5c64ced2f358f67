#ifndef NCCL_H
#define NCCL_H

#include "generator/base/error.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* What is used of NCCL 2. A struct nccl_config is that of 2.17, and later versions take it, too: what they added to it is as usual then. */
enum { NCCL_BYTES = 1, NCCL_IN_PROGRESS = 7, NCCL_OLDEST = 21700, NCCL_AS_USUAL = INT_MIN };
typedef struct nccl_communicator *communicator;
struct unique_id {
	char bytes[128];
};
#define NCCL_MAGIC 0xcafebeef
struct nccl_config {
	size_t size;
	unsigned magic, version;
	int blocking, cluster, least_blocks, most_blocks;
	const char *network;
};

/* Functions that return a status: 0 is success. */
#define NCCL_FUNCTIONS \
	F(GetVersion, (int *version)) \
	F(GetUniqueId, (struct unique_id *id)) \
	F(CommInitRankConfig, (communicator *own, int count, struct unique_id id, int rank, struct nccl_config *config)) \
	F(CommDestroy, (communicator)) \
	F(CommAbort, (communicator)) \
	F(CommGetAsyncError, (communicator, int *result)) \
	F(GroupStart, (void)) \
	F(GroupEnd, (void)) \
	F(Send, (const void *buffer, size_t count, int type, int peer, communicator, void *stream)) \
	F(Recv, (void *buffer, size_t count, int type, int peer, communicator, void *stream))

struct nccl {
#define F(name, arguments) int (*name) arguments;
	NCCL_FUNCTIONS
#undef F
	const char *(*GetErrorString)(int status);
};

/* The library is looked for when the program runs: STENCILGEN_NCCL, or libnccl.so.2. False with an error. */
bool nccl_load(struct nccl *nccl, struct error *error);

/* Of the library that was loaded, as 2.28.9. */
const char *nccl_version(void);

/* What it says of one of its statuses; NULL: nothing was loaded. */
const char *nccl_text(int status);

#endif
