#include "runtime/toolchain/nvrtc.h"

#include "generator/base/files.h"
#include "generator/base/list.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_ONE = 1 << 8 }; /* as a wait status */

typedef struct program program;

static struct {
	int (*version)(int *major, int *minor);
	int (*create)(program **made, const char *text, const char *name, int count, const char *const *texts,
		const char *const *names);
	int (*compile)(program *made, int count, const char *const *options);
	int (*destroy)(program **made);
	int (*log_size)(program *made, size_t *size);
	int (*log)(program *made, char *log);
	int (*cubin_size)(program *made, size_t *size);
	int (*cubin)(program *made, char *cubin);
} nvrtc;

static const struct {
	const char *name;
	void **place;
} functions[] = {
	{ "nvrtcVersion", (void **)&nvrtc.version }, { "nvrtcCreateProgram", (void **)&nvrtc.create },
	{ "nvrtcCompileProgram", (void **)&nvrtc.compile }, { "nvrtcDestroyProgram", (void **)&nvrtc.destroy },
	{ "nvrtcGetProgramLogSize", (void **)&nvrtc.log_size }, { "nvrtcGetProgramLog", (void **)&nvrtc.log },
	{ "nvrtcGetCUBINSize", (void **)&nvrtc.cubin_size }, { "nvrtcGetCUBIN", (void **)&nvrtc.cubin },
};

static bool loaded;

/* The oldest version that has C++20 is 12. */
static void *
open_in(const char *home, const char *folder)
{
	static const char *const names[] = { "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12" };
	void *library = NULL;
	char path[4096];

	for (size_t i = 0; i < sizeof names/sizeof *names && !library; i++) {
		snprintf(path, sizeof path, "%s%s%s", home, folder, names[i]);
		library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	return library;
}

/* Where the loader looks, else in CUDA_HOME or the usual place. */
static void *
open_library(void)
{
	const char *home = getenv("CUDA_HOME");
	void *library = open_in("", "");

	if (!library && home)
		library = open_in(home, "/lib64/");
	return library ? library : open_in("/usr/local/cuda", "/lib64/");
}

static void
load(void)
{
	void *library = open_library();

	for (size_t i = 0; i < sizeof functions/sizeof *functions; i++) {
		*functions[i].place = library ? dlsym(library, functions[i].name) : NULL;
		if (!*functions[i].place)
			return;
	}
	loaded = true;
}

const char *
nvrtc_version(struct arena *arena)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int major, minor;

	pthread_once(&once, load);
	return loaded && !nvrtc.version(&major, &minor) ? arena_printf(arena, "NVRTC %d.%d", major, minor) : NULL;
}

/* Fetches a text or an object and writes it to a file. */
static bool
save(program *made, int (*size_of)(program *, size_t *), int (*get)(program *, char *), bool is_text,
	const char *path)
{
	char *bytes = NULL;
	size_t size = 0;
	bool good = !size_of(made, &size) && (bytes = malloc(size + 1)) && !get(made, bytes);

	good = good && file_write(path, bytes, is_text && size ? size - 1 : size, NULL) != WRITE_FAILED;
	free(bytes);
	return good;
}

static int
compile(program *made, const char *const *command, const char *folder, const char *log)
{
	const int status = nvrtc.compile(made, count_texts(command + 1), command + 1);
	char path[4096];

	if (!save(made, nvrtc.log_size, nvrtc.log, true, log))
		return EXIT_ONE;
	snprintf(path, sizeof path, "%s/kernel.so", folder);
	return status || !save(made, nvrtc.cubin_size, nvrtc.cubin, false, path) ? EXIT_ONE : 0;
}

int
nvrtc_compile(const char *const *command, const struct build *build, const char *folder, const char *log)
{
	const char *names[16], *texts[16], *text = NULL;
	program *made;
	int count = 0, status;

	for (const struct build_file *file = build->files; file->name && count < 16; file++)
		if (!strcmp(file->name, build->sources[0])) {
			text = file->text;
		} else {
			names[count] = file->name;
			texts[count++] = file->text;
		}
	if (!text || nvrtc.create(&made, text, build->sources[0], count, texts, names)) {
		errno = ENOMEM;
		return -1;
	}
	status = compile(made, command, folder, log);
	nvrtc.destroy(&made);
	return status;
}
