#include "runtime/device/core_waits.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

const char own_threads[] = "/proc/self/task";

/* The second number of schedstat, in nanoseconds; the first is the time on a core. */
static bool
read_wait(const char *folder, const char *thread, double *seconds)
{
	char path[512];
	double on_core, waited;
	FILE *in;
	int got;

	if ((size_t)snprintf(path, sizeof path, "%s/%s/schedstat", folder, thread) >= sizeof path)
		return false;
	in = fopen(path, "r");
	if (!in)
		return false;
	got = fscanf(in, "%lf %lf", &on_core, &waited);
	fclose(in);
	*seconds = 1e-9*waited;
	return got == 2;
}

bool
core_waits_read(struct core_waits *waits, const char *folder)
{
	DIR *directory = opendir(folder);
	const struct dirent *entry;

	waits->count = 0;
	while (directory && waits->count < MOST_WATCHED_THREADS && (entry = readdir(directory))) {
		struct thread_wait *wait = &waits->threads[waits->count];

		wait->thread = strtol(entry->d_name, NULL, 10);
		waits->count += wait->thread > 0 && read_wait(folder, entry->d_name, &wait->seconds);
	}
	if (directory)
		closedir(directory);
	return waits->count > 0;
}

/* 0 for a thread that did not exist. */
static double
wait_of(const struct core_waits *waits, long thread)
{
	for (int i = 0; i < waits->count; i++)
		if (waits->threads[i].thread == thread)
			return waits->threads[i].seconds;
	return 0;
}

double
core_waits_between(const struct core_waits *before, const struct core_waits *after)
{
	double longest = 0;

	for (int i = 0; i < after->count; i++) {
		const double waited = after->threads[i].seconds - wait_of(before, after->threads[i].thread);

		longest = waited > longest ? waited : longest;
	}
	return longest;
}
