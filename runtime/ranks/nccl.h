#ifndef NCCL_H
#define NCCL_H

#include <stdbool.h>
#include <stddef.h>

/* What is used of NCCL 2, whose numbers and types have been these since its first version with sends and receives, 2.7. */
enum { NCCL_BYTES = 1, NCCL_IN_PROGRESS = 7 };
typedef struct nccl_communicator *communicator;
struct unique_id {
	char bytes[128];
};

/* Functions that return a status: 0 is success. */
#define NCCL_FUNCTIONS \
	F(GetVersion, (int *version)) \
	F(CommInitAll, (communicator *all, int count, const int *devices)) \
	F(GetUniqueId, (struct unique_id *id)) \
	F(CommInitRank, (communicator *own, int count, struct unique_id id, int rank)) \
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

/* The library is looked for when the program runs: STENCILGEN_NCCL, or libnccl.so.2. False with a message. */
bool nccl_load(struct nccl *nccl, char *message, size_t room);

/* Of the library that was loaded, as 2.28.9. */
const char *nccl_version(void);

/* What it says of one of its statuses; NULL: nothing was loaded. */
const char *nccl_text(int status);

#endif
