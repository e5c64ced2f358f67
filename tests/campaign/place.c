#define _XOPEN_SOURCE 700 /* realpath */

#include "tests/campaign/campaign.h"

#include "generator/base/embedded.h"
#include "generator/base/files.h"
#include "runtime/toolchain/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct words {
	struct arena *arena;
	const char *items[64];
	int count;
};

static void
add(struct words *words, const char *word)
{
	if (words->count < (int)(sizeof words->items/sizeof *words->items) - 1)
		words->items[words->count++] = word;
}

static const char *const *
copy_of(const struct words *words)
{
	const char **copy = arena_array(words->arena, const char *, words->count + 1);

	memcpy(copy, words->items, (size_t)words->count*sizeof *copy);
	return copy;
}

/* As the backend builds kernels, but without optimization, which here takes longer than it
 * saves and changes no bits, and with warnings. Headers: the compiled one of the host. */
static void
add_quick(struct words *words, const char *const *command, const char *header, bool no_warnings)
{
	for (; *command; command++) {
		if (!strcmp(*command, "-O1") || !strcmp(*command, "-O3")) {
			add(words, "-O0");
		} else if (!strcmp(*command, "-w") && !no_warnings) {
			/* A stencil may compare a value with itself: that is how NaN is told. */
			add(words, "-Wall");
			add(words, "-Werror");
			add(words, "-Wno-tautological-compare");
			add(words, "-Wno-unknown-pragmas");
		} else if (!strcmp(*command, "-include") && header) {
			add(words, "-include");
			add(words, header);
			command++;
		} else {
			add(words, *command);
		}
	}
}

/* The same for a header alone. */
static bool
compile_header(struct campaign *campaign, const struct words *command, const char *header)
{
	struct words words = { .arena = campaign->arena };

	for (int i = 0; i < command->count; i++)
		if (!strcmp(command->items[i], "-include") || !strcmp(command->items[i], "-x"))
			i++;
		else if (command->items[i][0] != '/' || i == 0)
			add(&words, command->items[i]);
	add(&words, "-x");
	add(&words, "c++-header");
	add(&words, header);
	add(&words, "-o");
	add(&words, arena_printf(campaign->arena, "%s.gch", header));
	return program_run(copy_of(&words), arena_printf(campaign->arena, "%s.log", header)) == 0;
}

static bool
place_header(struct campaign *campaign, const char *folder, const char *name)
{
	const char *text = (const char *)embedded_find(arena_printf(campaign->arena, "runtime/host/%s", name))->text;
	return file_write(arena_printf(campaign->arena, "%s/%s", folder, name), text, strlen(text), NULL) != WRITE_FAILED;
}

static bool
open_processor(struct campaign *campaign, struct place *place)
{
	struct words words = { .arena = campaign->arena };
	const char *folder = arena_printf(campaign->arena, "%s/host", campaign->folder);
	const char *header = arena_printf(campaign->arena, "%s/cuda_on_host.h", folder);
	const bool host = !strcmp(place->name, "host");
	struct error error;

	if (!backend_open(campaign->arena, place->name, true, &place->backend, &error)) {
		fprintf(stderr, "campaign: %s\n", error.text);
		return false;
	}
	add_quick(&words, place->backend.toolchain->command, host ? header : NULL, campaign->no_warnings);
	place->command = copy_of(&words);
	if (!host)
		return true;
	mkdir(folder, 0777);
	if (place_header(campaign, folder, "cuda_on_host.h") && place_header(campaign, folder, "fibers.h")
			&& compile_header(campaign, &words, header))
		return true;
	fprintf(stderr, "campaign: %s cannot be compiled\n", header);
	return false;
}

/* As kernels are built for a GPU, but for what tells of lines and launches. */
static bool
open_cuda(struct campaign *campaign, struct place *place)
{
	struct words words = { .arena = campaign->arena };
	struct error error;

	if (!backend_open(campaign->arena, place->name, true, &place->backend, &error)
			|| !backend_prepare(&place->backend, false, &error)) {
		fprintf(stderr, "campaign: %s\n", error.text);
		return false;
	}
	for (const char *const *word = place->backend.toolchain->command; *word; word++)
		if (!strcmp(*word, "-include"))
			word++;
		else if (strcmp(*word, "-lineinfo"))
			add(&words, *word);
	place->command = copy_of(&words);
	return true;
}

/* The same without a GPU, and with warnings. */
static bool
open_nvcc(struct campaign *campaign, struct place *place)
{
	static const char *const options[] = {
		"-std=c++17", "-O3", "-shared", "-Xcompiler", "-fPIC", "-Werror", "all-warnings", "-arch=sm_90",
		"-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true",
	};
	struct words words = { .arena = campaign->arena };
	const char *nvcc = find_program(campaign->arena, "nvcc");

	if (!nvcc)
		nvcc = find_program(campaign->arena, "/usr/local/cuda/bin/nvcc");
	if (!nvcc) {
		fputs("campaign: no nvcc\n", stderr);
		return false;
	}
	add(&words, nvcc);
	for (size_t i = 0; i < sizeof options/sizeof *options; i++)
		add(&words, options[i]);
	place->command = copy_of(&words);
	place->backend.target = TARGET_cuda;
	return true;
}

bool
place_open(struct campaign *campaign, struct place *place)
{
	place->is_gpu = !strcmp(place->name, "cuda") || !strcmp(place->name, "nvcc");
	return !strcmp(place->name, "nvcc") ? open_nvcc(campaign, place)
		: place->is_gpu || open_processor(campaign, place);
}

bool
place_open_device(struct campaign *campaign, struct place *place)
{
	return strcmp(place->name, "cuda") || open_cuda(campaign, place);
}

/* A program that is another one, but does not optimize, and has the header that is compiled. */
static bool
write_compiler(struct campaign *campaign, const char *folder, const char *variable, const char *usual)
{
	const char *own = getenv(variable), *path = arena_printf(campaign->arena, "%s/%s", folder, usual);
	const char *text = arena_printf(campaign->arena, "#!/bin/sh\nfor word do\n\tshift\n\tcase $word in\n\t-O1|-O3) word=-O0 ;;\n"
		"\t*/cuda_on_host.h) word=%s/host/cuda_on_host.h ;;\n\tesac\n\tset -- \"$@\" \"$word\"\ndone\nexec %s \"$@\"\n", folder,
		own && *own ? own : usual);
	if (file_write(path, text, strlen(text), NULL) == WRITE_FAILED || chmod(path, 0777))
		return false;
	return !setenv(variable, path, 1);
}

bool
place_compilers(struct campaign *campaign)
{
	char *folder = realpath(campaign->folder, NULL);
	const bool good = folder && write_compiler(campaign, folder, "CC", "cc") && write_compiler(campaign, folder, "CXX", "c++")
		&& !setenv("STENCILGEN_CACHE", arena_printf(campaign->arena, "%s/cache", folder), 1) && !setenv("STENCILGEN_CACHE_SIZE", "300", 1);

	if (!good)
		fprintf(stderr, "campaign: %s has no compilers\n", campaign->folder);
	free(folder);
	return good;
}
