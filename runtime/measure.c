#include "measure.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct entry {
	struct row row;
	const struct yardstick *yardstick;
	struct entry *next;
};

struct report {
	struct arena *arena;
	const struct backend *backend;
	int size[3];
	const char *precision, *command;
	int runs;
	const struct yardstick *yardstick;
	struct entry *first, **last;
};

static int
compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9*(double)time.tv_nsec;
}

struct statistics
statistics(double *seconds, int count)
{
	qsort(seconds, (size_t)count, sizeof *seconds, compare);
	return (struct statistics){
		.median = (seconds[(count - 1)/2] + seconds[count/2])/2,
		.minimum = seconds[0], .maximum = seconds[count - 1], .samples = count,
	};
}

struct report *
report_open(struct arena *arena, const struct backend *backend, const int size[3],
	const char *precision, int runs, const char *command)
{
	struct report *report = arena_new(arena, struct report);

	report->arena = arena;
	report->backend = backend;
	memcpy(report->size, size, sizeof report->size);
	report->precision = precision;
	report->command = command;
	report->runs = runs;
	report->last = &report->first;
	return report;
}

void
report_yardstick(struct report *report, const struct yardstick *yardstick)
{
	struct yardstick *copy = arena_new(report->arena, struct yardstick);

	*copy = *yardstick;
	report->yardstick = copy;
}

void
report_add(struct report *report, const struct row *row)
{
	struct entry *entry = arena_new(report->arena, struct entry);

	entry->row = *row;
	entry->yardstick = report->yardstick;
	*report->last = entry;
	report->last = &entry->next;
}

static double
bandwidth(double bytes, const struct statistics *time)
{
	return time->samples ? bytes/time->median : 0;
}

static double
share_of_copy(const struct entry *e)
{
	return bandwidth(e->row.bytes, &e->row.time)/bandwidth(e->yardstick->bytes, &e->yardstick->copy);
}

/* Whether another block of the same kernel and order is better, or comes first
 * where none was timed. */
static bool
is_beaten(const struct report *report, const struct entry *e)
{
	for (const struct entry *o = report->first; o; o = o->next) {
		if (o == e || strcmp(o->row.kernel, e->row.kernel) || strcmp(o->row.order, e->row.order))
			continue;
		if (!e->row.verified && o->row.verified)
			continue;
		if (e->row.verified && !o->row.verified)
			continue;
		if (o->row.time.median < e->row.time.median)
			return true;
		if (o->row.time.median == e->row.time.median && o < e)
			return true;
	}
	return false;
}

static void
put_yardstick(const struct yardstick *y, const char *stencil, FILE *out)
{
	fprintf(out, "\n%s: %.1f MB at least; copying as many bytes takes %.1f us (%.0f GB/s),"
		" memcpy %.1f us (%.0f GB/s)\n", stencil, y->bytes*1e-6, y->copy.median*1e6,
		bandwidth(y->bytes, &y->copy)*1e-9, y->memcpy.median*1e6,
		bandwidth(y->bytes, &y->memcpy)*1e-9);
}

/* The access, with the layout of the fields if it is not the usual one. */
static const char *
access_text(struct arena *arena, const struct row *row)
{
	return strcmp(row->fields, layouts[0].name) ? arena_printf(arena, "%s_%s", row->access, row->fields)
		: row->access;
}

static int
access_width(const struct report *report)
{
	int width = 7;

	for (const struct entry *e = report->first; e; e = e->next) {
		const int length = (int)strlen(access_text(report->arena, &e->row));

		if (width < length)
			width = length;
	}
	return width;
}

static void
put_entry(struct arena *arena, const struct entry *e, int width, FILE *out)
{
	const struct row *row = &e->row;

	fprintf(out, "%-19s %-*s %-10s %-9s ", row->storage, width, access_text(arena, row), row->order,
		row->block);
	if (row->time.samples)
		fprintf(out, "%10.1f %9.1f %8.4f %7.0f %6.1f%%\n", row->time.median*1e6,
			row->time.minimum*1e6, row->time.median*1e9/row->points,
			bandwidth(row->bytes, &row->time)*1e-9, 100*share_of_copy(e));
	else
		fprintf(out, "%s\n", row->verified ? "verified" : row->note);
}

void
report_table(const struct report *report, FILE *out)
{
	const struct backend *backend = report->backend;
	const int width = access_width(report);
	const char *stencil = "";

	if (!report->first)
		return;
	fprintf(out, "%s, backend %s, %dx%dx%d %s, median of %d verified runs\n", backend->info.name,
		backend_names[backend->kind], report->size[0], report->size[1], report->size[2],
		report->precision, report->runs);
	for (const struct entry *e = report->first; e; e = e->next) {
		if (strcmp(stencil, e->row.stencil)) {
			if (e->yardstick)
				put_yardstick(e->yardstick, e->row.stencil, out);
			else
				fprintf(out, "\n%s\n", e->row.stencil);
			fprintf(out, "%-19s %-*s %-10s %-9s %10s %9s %8s %7s %7s\n", "storage", width,
				"access", "order", "block", "median us", "min us", "ns/point", "GB/s", "of copy");
		}
		stencil = e->row.stencil;
		if (!is_beaten(report, e))
			put_entry(report->arena, e, width, out);
	}
}

static const char *
quoted(struct arena *arena, const char *text)
{
	const char *result = "";

	for (; *text; text++)
		result = arena_printf(arena, "%s%s%c", result, *text == '"' ? "\"" : "", *text);
	return arena_printf(arena, "\"%s\"", result);
}

bool
report_csv(const struct report *report, const char *path, char *message, size_t room)
{
	const struct backend *backend = report->backend;
	struct arena *arena = report->arena;
	char *text = NULL;
	size_t length = 0;
	bool good;
	FILE *out = open_memstream(&text, &length);

	if (!out) {
		snprintf(message, room, "out of memory");
		return false;
	}
	fputs("stencil,storage,access,fields,order,block,precision,size,backend,device,driver,runtime,samples,"
		"median_us,min_us,max_us,points,bytes,table_bytes,bandwidth_GBps,copy_us,memcpy_us,"
		"share_of_copy,verified,skipped_points,command\n", out);
	for (const struct entry *e = report->first; e; e = e->next) {
		const struct row *r = &e->row;
		const struct yardstick *y = e->yardstick;

		fprintf(out, "%s,%s,%s,%s,%s,%s,%s,%dx%dx%d,%s,%s,%d.%d,%d.%d,%d,%.3f,%.3f,%.3f,%.0f,%.0f,%zu,"
			"%.1f,%.3f,%.3f,%.4f,%s,%.0f,%s\n", r->stencil, r->storage, r->access, r->fields,
			r->order, r->block, report->precision, report->size[0], report->size[1], report->size[2],
			backend_names[backend->kind], quoted(arena, backend->info.name),
			backend->info.driver/1000, backend->info.driver%1000/10, backend->info.runtime/1000,
			backend->info.runtime%1000/10, r->time.samples, r->time.median*1e6, r->time.minimum*1e6,
			r->time.maximum*1e6, r->points, r->bytes, r->table_bytes,
			bandwidth(r->bytes, &r->time)*1e-9, y ? y->copy.median*1e6 : 0,
			y ? y->memcpy.median*1e6 : 0, y && r->time.samples ? share_of_copy(e) : 0,
			r->verified ? "yes" : "no", r->skipped, quoted(arena, report->command));
	}
	fclose(out);
	good = file_write(path, text, length, message, room) != WRITE_FAILED;
	free(text);
	return good;
}
