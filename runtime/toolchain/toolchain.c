#include "runtime/toolchain/toolchain.h"

#include "generator/base/cleanup.h"
#include "generator/base/files.h"
#include "generator/base/hash.h"
#include "generator/base/list.h"
#include "generator/base/workers.h"
#include "runtime/toolchain/cache.h"
#include "runtime/toolchain/cache_entries.h"
#include "runtime/toolchain/compilers.h"
#include "runtime/toolchain/process.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a compilation writes into its folder; "stamp" says how the others came about. */
static const char *const products[] = { "log", "kernel.so", "stamp" };
enum { PRODUCTS = sizeof products/sizeof *products };

/* Builds under way. Workers hold the lock except while a compiler runs. */
struct batch {
	const struct toolchain *toolchain;
	struct build **builds; /* those that are not in the cache */
	int count, done;
	pthread_mutex_t lock;
	bool failed;
	struct error *error;
};

static void
add_lines(struct text *text, const char *const *words)
{
	for (; *words; words++) {
		text_add(text, "\n");
		text_add(text, *words);
	}
}

/* Compiler, options, sources and libraries, a line each. */
static const char *
recipe(const struct toolchain *toolchain, const struct build *build)
{
	struct text text = { .arena = toolchain->arena };

	text_add(&text, toolchain->version);
	add_lines(&text, toolchain->command);
	add_lines(&text, build->sources);
	add_lines(&text, toolchain->libraries);
	return text_of(&text);
}

/* The hash of all that an object is made from. */
static const char *
key(const struct toolchain *toolchain, const struct build *build)
{
	int count = 1;
	const char **texts;

	for (const struct build_file *file = build->files; file->name; file++)
		count += 2;
	texts = arena_array(toolchain->arena, const char *, count + 1);
	count = 0;
	texts[count++] = recipe(toolchain, build);
	for (const struct build_file *file = build->files; file->name; file++) {
		texts[count++] = file->name;
		texts[count++] = file->text;
	}
	return content_hash(toolchain->arena, texts);
}

/* The stamp of an entry: the object's length and hash, and the recipe. NULL: there is no
 * object. */
static const char *
stamp_of(const struct toolchain *toolchain, const struct build *build, const char *folder)
{
	struct arena *arena = toolchain->arena;
	FILE *in = fopen(arena_printf(arena, "%s/kernel.so", folder), "rb");
	struct hash hash = hash_begin();
	char bytes[1 << 14];
	size_t got, length = 0;
	bool good = in != NULL;

	while (in && (got = fread(bytes, 1, sizeof bytes, in)) > 0) {
		hash_add(&hash, bytes, got);
		length += got;
	}
	if (in) {
		good = !ferror(in) && length;
		fclose(in);
	}
	return good ? arena_printf(arena, "%zu %s\n%s\n", length, hash_finish(&hash, arena),
		recipe(toolchain, build)) : NULL;
}

/* Whether an entry is complete, undamaged, and of these very texts. */
static bool
is_built(const struct toolchain *toolchain, const struct build *build)
{
	struct arena *arena = toolchain->arena;
	const char *stamp;

	for (const struct build_file *file = build->files; file->name; file++)
		if (!file_holds(arena_printf(arena, "%s/%s", build->folder, file->name), file->text,
				strlen(file->text)))
			return false;
	stamp = stamp_of(toolchain, build, build->folder);
	return stamp && file_holds(arena_printf(arena, "%s/stamp", build->folder), stamp, strlen(stamp));
}

/* Calls a function with the path of each file that a build has in a folder. */
static void
for_each_file(struct arena *arena, const struct build *build, const char *folder, void (*f)(const char *))
{
	for (const struct build_file *file = build->files; file->name; file++)
		f(arena_printf(arena, "%s/%s", folder, file->name));
	for (int i = 0; i < PRODUCTS; i++)
		f(arena_printf(arena, "%s/%s", folder, products[i]));
}

static bool
fail(struct batch *batch, const char *what, const char *path, const char *why)
{
	if (!batch->failed)
		error_set(batch->error, EXIT_IO, "cannot %s %s: %s", what, path, why);
	batch->failed = true;
	return false;
}

static void
discard(struct batch *batch, const struct build *build, const char *folder)
{
	cache_remove(folder);
	for_each_file(batch->toolchain->arena, build, folder, cleanup_forget);
	cleanup_forget(folder);
}

static const char **
full_command(const struct toolchain *toolchain, const struct build *build)
{
	const char **command = append_words(toolchain->arena, NULL, toolchain->command);
	char here[4096];

	/* The compiler runs in another folder. */
	if (strchr(command[0], '/') && *command[0] != '/' && getcwd(here, sizeof here))
		command[0] = arena_printf(toolchain->arena, "%s/%s", here, command[0]);
	command = APPEND_WORDS(toolchain->arena, command, "-o", "kernel.so");
	return append_words(toolchain->arena, append_words(toolchain->arena, command, build->sources), toolchain->libraries);
}

/* Makes a temporary folder with the texts. NULL on failure. */
static const char *
prepare(struct batch *batch, const struct build *build)
{
	struct arena *arena = batch->toolchain->arena;
	char *folder = arena_printf(arena, "%s.XXXXXX", build->folder);

	if (!cleanup_create_folder(folder)) {
		fail(batch, "make a folder in", batch->toolchain->cache, strerror(errno));
		return NULL;
	}
	for_each_file(arena, build, folder, cleanup_add);
	for (const struct build_file *file = build->files; file->name; file++) {
		const char *path = arena_printf(arena, "%s/%s", folder, file->name);
		struct error error;

		if (file_write(path, file->text, strlen(file->text), &error) == WRITE_FAILED) {
			fail(batch, "write", path, error.text);
			discard(batch, build, folder);
			return NULL;
		}
	}
	return folder;
}

/* Reports what the compiler said. */
static void
report(struct batch *batch, const struct build *build, const char *folder, int status)
{
	struct arena *arena = batch->toolchain->arena;
	const char *compiler = batch->toolchain->command[0], *text = "";
	size_t size = 0;

	if (batch->failed)
		return;
	batch->failed = true;
	if (!file_read(arena, arena_printf(arena, "%s/log", folder), &text, &size, NULL))
		text = "";
	if (WIFSIGNALED(status))
		error_set(batch->error, EXIT_IO, "%s was ended by signal %d (%s) while it compiled %s", compiler,
			WTERMSIG(status), strsignal(WTERMSIG(status)), build->sources[0]);
	else if (!*text)
		error_set(batch->error, EXIT_IO, "%s cannot compile %s and does not say why", compiler, build->sources[0]);
	else
		error_set(batch->error, EXIT_IO, "%s cannot compile %s:\n%.600s", compiler, build->sources[0], text);
}

/* Names a finished folder by its key. Another process may have done so, or what was there is
 * incomplete or damaged. */
static bool
keep(struct batch *batch, const struct build *build, const char *folder)
{
	if (rename(folder, build->folder)) {
		if (is_built(batch->toolchain, build)) {
			discard(batch, build, folder);
			return true;
		}
		cache_remove(build->folder);
		if (rename(folder, build->folder) && !is_built(batch->toolchain, build)) {
			fail(batch, "write", build->object, strerror(errno));
			discard(batch, build, folder);
			return false;
		}
	}
	for_each_file(batch->toolchain->arena, build, folder, cleanup_forget);
	cleanup_forget(folder);
	cache_added(build->folder);
	for_each_file(batch->toolchain->arena, build, build->folder, cache_added);
	return true;
}

/* Checks, stamps and files what a compiler made. */
static void
finish(struct batch *batch, const struct build *build, const char *folder, int status)
{
	struct arena *arena = batch->toolchain->arena;
	const char *path = arena_printf(arena, "%s/stamp", folder), *stamp;
	struct error error;

	stamp = status ? NULL : stamp_of(batch->toolchain, build, folder);
	if (!stamp) {
		report(batch, build, folder, status);
		discard(batch, build, folder);
	} else if (file_write(path, stamp, strlen(stamp), &error) == WRITE_FAILED) {
		fail(batch, "write", path, error.text);
		discard(batch, build, folder);
	} else {
		keep(batch, build, folder);
	}
}

static void
tell(const struct batch *batch, int done)
{
	if (batch->toolchain->building && batch->count)
		batch->toolchain->building(batch->toolchain->context, batch->count, done);
}

static void
compile(struct batch *batch, const struct build *build)
{
	const char *folder, **command, *log;
	int status, reason, claim;

	pthread_mutex_lock(&batch->lock);
	folder = batch->failed ? NULL : prepare(batch, build);
	claim = folder ? cache_claim(folder) : -1;
	command = full_command(batch->toolchain, build);
	log = arena_printf(batch->toolchain->arena, "%s/log", folder ? folder : "");
	pthread_mutex_unlock(&batch->lock);
	if (!folder)
		return;
	status = batch->toolchain->compile
		? batch->toolchain->compile(batch->toolchain->command, build, folder, log)
		: program_wait(command, folder, log);
	reason = errno;
	pthread_mutex_lock(&batch->lock);
	if (status < 0) {
		fail(batch, "start", command[0], strerror(reason));
		discard(batch, build, folder);
	} else {
		finish(batch, build, folder, status);
	}
	tell(batch, ++batch->done);
	pthread_mutex_unlock(&batch->lock);
	if (claim >= 0)
		close(claim);
}

static void
compile_some(void *context, int worker, long first, long end)
{
	struct batch *batch = context;

	(void)worker;
	for (long i = first; i < end; i++)
		compile(batch, batch->builds[i]);
}

/* Names the entry, and looks whether it is there. Equal builds share one. */
static void
look_up(struct batch *batch, struct build *build)
{
	struct arena *arena = batch->toolchain->arena;

	build->folder = arena_printf(arena, "%s/%s", batch->toolchain->cache, key(batch->toolchain, build));
	build->object = arena_printf(arena, "%s/kernel.so", build->folder);
	for (int i = 0; i < batch->count; i++)
		if (!strcmp(batch->builds[i]->folder, build->folder))
			return;
	if (is_built(batch->toolchain, build))
		cache_touch(build->folder);
	else
		batch->builds[batch->count++] = build;
}

bool
toolchain_build(const struct toolchain *toolchain, struct build *builds, int count, struct error *error)
{
	static atomic_llong begin;
	static atomic_flag tidied = ATOMIC_FLAG_INIT;
	long long none = 0;
	struct batch batch = {
		.toolchain = toolchain, .builds = arena_array(toolchain->arena, struct build *, count + 1),
		.error = error, .lock = PTHREAD_MUTEX_INITIALIZER,
	};

	atomic_compare_exchange_strong(&begin, &none, (long long)time(NULL));
	for (int i = 0; i < count; i++)
		look_up(&batch, &builds[i]);
	tell(&batch, 0);
	workers_share(batch.count, 1, compile_some, &batch);
	pthread_mutex_destroy(&batch.lock);
	if (batch.count)
		cache_prune(toolchain->cache, (time_t)atomic_load(&begin));
	else if (!atomic_flag_test_and_set(&tidied))
		cache_remove_abandoned(toolchain->cache);
	return !batch.failed;
}
