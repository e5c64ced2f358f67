#include "runtime/ranks/nccl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *(*error_string)(int status); /* of the library, which is one */

bool
nccl_load(struct nccl *nccl, char *message, size_t room)
{
	const char *path = getenv("STENCILGEN_NCCL"), *missing = NULL;
	void *library = dlopen(path && *path ? path : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	if (!library) {
		snprintf(message, room, "no NCCL: %s; STENCILGEN_NCCL says where it is", dlerror());
		return false;
	}
#define F(name, arguments) { \
		void *address = dlsym(library, "nccl" #name); \
\
		missing = address ? missing : "nccl" #name; \
		memcpy(&nccl->name, &address, sizeof address); \
	}
	NCCL_FUNCTIONS
	F(GetErrorString, (int))
#undef F
	if (missing)
		snprintf(message, room, "this NCCL has no function %s", missing);
	error_string = nccl->GetErrorString;
	return !missing;
}

/* 2708 was 2.7.8, 20900 is 2.9.0. */
const char *
nccl_version(void)
{
	static char text[32];
	char message[256];
	struct nccl nccl;
	int v = 0, major;

	if (!nccl_load(&nccl, message, sizeof message) || nccl.GetVersion(&v))
		return "of an unknown version";
	major = v < 10000 ? 1000 : 10000;
	snprintf(text, sizeof text, "%d.%d.%d", v/major, v % major/100, v % 100);
	return text;
}

const char *
nccl_text(int status)
{
	return error_string ? error_string(status) : NULL;
}
