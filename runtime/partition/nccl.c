#include "runtime/partition/nccl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_ROOM = 32 };

static const char *(*error_string)(int status); /* of the library, which is one */

/* 2708 was 2.7.8, 20900 is 2.9.0. */
static void
put_version(int v, char text[VERSION_ROOM])
{
	const int major = v < 10000 ? 1000 : 10000;

	snprintf(text, VERSION_ROOM, "%d.%d.%d", v/major, v % major/100, v % 100);
}

static bool
is_new_enough(const struct nccl *nccl, struct error *error)
{
	char text[VERSION_ROOM];
	int v = 0;

	if (!nccl->GetVersion(&v) && v >= NCCL_OLDEST)
		return true;
	put_version(v, text);
	return error_set(error, EXIT_IO, "this NCCL is %s: 2.17 is the oldest that will do", text);
}

bool
nccl_load(struct nccl *nccl, struct error *error)
{
	const char *path = getenv("STENCILGEN_NCCL"), *missing = NULL;
	void *library = dlopen(path && *path ? path : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return error_set(error, EXIT_IO, "no NCCL: %s; STENCILGEN_NCCL says where it is", dlerror());
#define F(name, arguments) { \
		void *address = dlsym(library, "nccl" #name); \
\
		missing = address ? missing : "nccl" #name; \
		memcpy(&nccl->name, &address, sizeof address); \
	}
	NCCL_FUNCTIONS
	F(GetErrorString, (int))
#undef F
	error_string = nccl->GetErrorString;
	if (missing)
		error_set(error, EXIT_IO, "this NCCL has no function %s", missing);
	return !missing && is_new_enough(nccl, error);
}

const char *
nccl_version(void)
{
	static char text[VERSION_ROOM];
	struct nccl nccl;
	int v = 0;

	if (!nccl_load(&nccl, NULL) || nccl.GetVersion(&v))
		return "of an unknown version";
	put_version(v, text);
	return text;
}

const char *
nccl_text(int status)
{
	return error_string ? error_string(status) : NULL;
}
