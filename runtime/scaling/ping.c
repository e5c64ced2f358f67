#include "runtime/scaling/ping.h"

#include "generator/base/printed.h"
#include "runtime/formats/clock.h"
#include "runtime/formats/csv.h"
#include "runtime/report/text_table.h"
#include "runtime/scaling/ping_streams.h"
#include "runtime/scaling/scaling_time.h"

#include <stdlib.h>

enum { LEAST_BYTES = 8, TIMES = 8, ROUNDS = 5 };

static size_t
bytes_of(int row)
{
	return (size_t)LEAST_BYTES << row;
}

/* Seconds of a message between the first two processes: the least of some rounds. Others do nothing. */
static bool
time_messages(struct processes *all, size_t bytes, void *memory, double *half, struct error *error)
{
	*half = 0;
	for (int round = 0; round < ROUNDS; round++) {
		double start, seconds = 0;
		int status = 0;

		if (!slowest(all, &seconds, error))
			return false;
		start = now();
		for (int i = 0; i < TIMES && all->rank < 2 && !status; i++) {
			status = all->rank ? all->mpi->receive(memory, bytes, 0) : all->mpi->send(memory, bytes, 1);
			if (!status)
				status = all->rank ? all->mpi->send(memory, bytes, 0) : all->mpi->receive(memory, bytes, 1);
		}
		seconds = all->rank < 2 ? now() - start : 0;
		if (status)
			return error_set(error, EXIT_IO, "a message of %zu bytes failed", bytes);
		if (!slowest(all, &seconds, error))
			return false;
		if (!round || seconds/(2*TIMES) < *half)
			*half = seconds/(2*TIMES);
	}
	return true;
}

static bool
measure_processes(struct processes *all, struct ping_row rows[PING_ROWS], struct error *error)
{
	void *memory = calloc(1, bytes_of(PING_ROWS - 1));
	bool good = memory;

	if (!memory)
		error_no_memory(error);
	for (int i = 0; i < PING_ROWS && good; i++) {
		rows[i] = (struct ping_row){ .bytes = bytes_of(i) };
		good = time_messages(all, rows[i].bytes, memory, &rows[i].half, error);
	}
	free(memory);
	return good;
}

bool
ping_measure(struct scaling *s, struct ping_row rows[PING_ROWS], struct error *error)
{
	struct ping_streams streams;
	bool good;

	if (s->processes.count > 1 && !s->transport.nccl)
		return measure_processes(&s->processes, rows, error);
	good = ping_streams_open(&streams, s, bytes_of(PING_ROWS - 1), error);
	for (int i = 0; i < PING_ROWS && good; i++) {
		rows[i] = (struct ping_row){ .bytes = bytes_of(i) };
		good = ping_streams_time(&streams, &rows[i], error);
	}
	ping_streams_close(&streams);
	return good;
}

struct network
ping_fit(const struct ping_row *rows, int count)
{
	/* t = latency + bytes/bandwidth, where each equation is divided by t. */
	double aa = 0, ab = 0, bb = 0, a1 = 0, b1 = 0, latency, slope;

	for (int i = 0; i < count; i++) {
		const double a = 1/rows[i].half, b = (double)rows[i].bytes/rows[i].half;

		aa += a*a;
		ab += a*b;
		bb += b*b;
		a1 += a;
		b1 += b;
	}
	latency = (a1*bb - b1*ab)/(aa*bb - ab*ab);
	slope = (aa*b1 - ab*a1)/(aa*bb - ab*ab);
	return (struct network){ .latency = latency, .bandwidth = 1/slope };
}

static void
put_time(struct text_table *table, struct text_row *row, double seconds, double bytes)
{
	text_table_cell(table, row, seconds > 0 ? arena_printf(table->arena, "%.2f", 1e6*seconds) : "-");
	text_table_cell(table, row, seconds > 0 ? arena_printf(table->arena, "%.3f", 1e-9*bytes/seconds) : "-");
}

static void
put_table(const struct scaling *s, const struct ping_row *rows, FILE *out)
{
	static const char *const headings[] = { "bytes", "half there and back us", "GB/s", "one way us", "GB/s", "both ways us",
		"GB/s a way" };
	struct text_table table = { .arena = &s->tool->arena };
	struct text_row lines[PING_ROWS] = { 0 };
	const struct network network = ping_fit(rows, PING_ROWS);

	for (int c = 0; c < (int)(sizeof headings/sizeof *headings); c++)
		text_table_column(&table, headings[c], true);
	for (int i = 0; i < PING_ROWS; i++) {
		const double bytes = (double)rows[i].bytes;

		text_table_number(&table, &lines[i], "%.0f", bytes);
		put_time(&table, &lines[i], rows[i].half, bytes);
		put_time(&table, &lines[i], rows[i].stream, bytes);
		put_time(&table, &lines[i], rows[i].both, bytes);
	}
	text_table_put_headings(&table, out);
	for (int i = 0; i < PING_ROWS; i++)
		text_table_put(&table, &lines[i], out);
	fprintf(out, "latency %.2f us, bandwidth %.2f GB/s by %s, fitted to there and back\n", 1e6*network.latency,
		1e-9*network.bandwidth, transport_text(&s->tool->arena, &s->transport, &s->processes, NULL));
}

static void
put_us(double seconds, FILE *out)
{
	putc(',', out);
	if (seconds > 0)
		fprintf(out, "%.4f", 1e6*seconds);
}

static void
put_csv(const struct scaling *s, const struct ping_row *rows, FILE *out)
{
	const struct network network = ping_fit(rows, PING_ROWS);

	fputs("transport,bytes,half_us,one_way_us,both_ways_us,one_way_GBps,fitted_latency_us,fitted_GBps", out);
	for (const struct environment_entry *e = s->environment; e->name; e++)
		fprintf(out, ",%s", e->name);
	fputs(",command_line\n", out);
	for (int i = 0; i < PING_ROWS; i++) {
		const double one = rows[i].stream > 0 ? rows[i].stream : rows[i].half;

		fprintf(out, "%s,%zu", scaling_engine(s), rows[i].bytes);
		put_us(rows[i].half, out);
		put_us(rows[i].stream, out);
		put_us(rows[i].both, out);
		fprintf(out, ",%.4f,%.4f,%.4f", 1e-9*(double)rows[i].bytes/one, 1e6*network.latency, 1e-9*network.bandwidth);
		for (const struct environment_entry *e = s->environment; e->name; e++) {
			putc(',', out);
			csv_put(e->value, out);
		}
		putc(',', out);
		csv_put(s->arguments->command, out);
		putc('\n', out);
	}
}

bool
ping(struct scaling *s, struct error *error)
{
	struct ping_row rows[PING_ROWS];
	struct printed text;

	if (!ping_measure(s, rows, error))
		return false;
	if (s->processes.rank)
		return true;
	put_table(s, rows, stdout);
	if (!s->arguments->csv)
		return true;
	if (!printed_open(&text))
		return error_no_memory(error);
	put_csv(s, rows, text.out);
	return printed_finish(&text, true, s->arguments->csv, error);
}
