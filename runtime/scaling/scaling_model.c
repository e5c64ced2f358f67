#include "runtime/scaling/scaling_model.h"

#include "generator/base/printed.h"
#include "runtime/formats/csv.h"
#include "runtime/partition/decomposition_text.h"
#include "runtime/report/text_table.h"
#include "runtime/scaling/scaling_time.h"

#include <math.h>
#include <stdlib.h>

/* Of a launch that packs, of every message after the first, and of events between streams. */
#define PACK_SECONDS 2e-6
#define MESSAGE_SECONDS 2e-6
#define EVENT_SECONDS 0.5e-6

enum { GROUPS = 3, MOST_DECOMPOSITIONS = 32 };
static const int groups[GROUPS] = { 1, 2, 4 }; /* steps between exchanges */

struct model_times
model_times(const struct model_part *part, const struct network *network, int every)
{
	const double bytes = part->bytes*every;
	const double pack = PACK_SECONDS + 2*bytes/part->bandwidth;
	const double more = part->messages > 1 ? (part->messages - 1)*MESSAGE_SECONDS : 0;
	const double exchange = part->messages ? 2*pack + network->latency + more + bytes/network->bandwidth : 0;
	const double redundant = part->step*part->redundant*(every - 1)/2;
	const double seam = part->step*part->seam/every + 6*bytes/every/part->bandwidth + EVENT_SECONDS;

	if (!part->messages)
		return (struct model_times){ 0, part->step, part->step };
	return (struct model_times){
		.exchange = exchange, .serial = part->step + exchange/every + redundant,
		.overlapped = part->whole ? part->step + exchange/every + redundant
			: fmax(exchange/every, part->step + redundant + seam),
	};
}

/* A part in the middle of so many: what it sends. */
static struct model_part
part_of(const struct scaled *s, const struct decomposition *decomposition, double step)
{
	const struct problem *problem = s->problem;
	struct decomposition periodic = *decomposition;
	struct model_part part = { .step = step, .bandwidth = problem_bytes(problem)/step, .whole = problem->plan->program };
	struct stencil_rectangles parts;
	double width[2], bytes = 0;

	/* One part with a period has the halos of one in the middle. */
	for (int axis = 0; axis < 2; axis++)
		periodic.ranks[axis] = 1;
	parts = decomposition_rectangles(&periodic, problem, &s->candidate->kernel->variant);
	for (const struct field *f = problem->plan->stencil->fields; f; f = f->next)
		if (s->parts.rows.items->fields[f->index])
			bytes += (double)field_element(f)*(shapes[f->shape].axes[2] ? problem->size[2] : 1.0);
	for (int axis = 0; axis < 2; axis++) {
		width[axis] = parts.inner[axis];
		parts.periodic[axis] = true;
	}
	for (int axis = 0; axis < 2; axis++) {
		const int sides = decomposition->ranks[axis] > 2 ? 2 : decomposition->ranks[axis] - 1;
		const double depth = 0.5*(stencil_halo(&parts, axis, -1) + stencil_halo(&parts, axis, 1));

		part.messages += sides;
		part.bytes += sides*depth*width[!axis]*bytes;
		part.seam += sides*depth/width[axis];
		part.redundant += sides*depth/width[axis];
	}
	if (parts.corners && decomposition->ranks[0] > 1 && decomposition->ranks[1] > 1)
		part.messages += (decomposition->ranks[0] > 2 ? 2 : 1)*(decomposition->ranks[1] > 2 ? 2 : 1);
	return part;
}

/* 1x1, 1x2, 2x2, 2x4 and so on, as far as the decomposition goes, and it. */
static int
list_decompositions(const struct decomposition *last, struct decomposition decompositions[MOST_DECOMPOSITIONS])
{
	int count = 0, x = 1, y = 1;

	while (x < last->ranks[0] || y < last->ranks[1]) {
		decompositions[count] = *last;
		decompositions[count].ranks[0] = x;
		decompositions[count++].ranks[1] = y;
		if (y < last->ranks[1] && (y <= x || x >= last->ranks[0]))
			y = 2*y < last->ranks[1] ? 2*y : last->ranks[1];
		else
			x = 2*x < last->ranks[0] ? 2*x : last->ranks[0];
	}
	decompositions[count++] = *last;
	return count;
}

/* "10:100": microseconds and GB/s. */
static bool
read_network(const char *text, struct network *network)
{
	char *end;

	network->latency = 1e-6*strtod(text, &end);
	if (end == text || *end != ':')
		return false;
	text = end + 1;
	network->bandwidth = 1e9*strtod(text, &end);
	return end != text && !*end && network->latency >= 0 && network->bandwidth > 0 && isfinite(network->latency)
		&& isfinite(network->bandwidth);
}

struct prediction {
	const struct candidate *candidate;
	struct decomposition decomposition;
	struct model_part part;
	struct prediction *next;
};

struct predictions {
	struct scaling *scaling;
	struct network network;
	double step; /* seconds, if it is given; else 0 */
	struct prediction *first, **last;
};

static void
fill_line(struct text_table *table, const struct predictions *all, const struct prediction *p, struct text_row *line)
{
	const struct candidate *c = p->candidate;
	struct model_times times = model_times(&p->part, &all->network, 1);

	text_table_cell(table, line, c->kernel->name);
	text_table_cell(table, line, triple_text(table->arena, c->size));
	text_table_cell(table, line, arena_printf(table->arena, "%dx%d", p->decomposition.ranks[0], p->decomposition.ranks[1]));
	text_table_number(table, line, "%.1f", 1e6*p->part.step);
	text_table_number(table, line, "%.1f", 1e6*times.exchange);
	for (int g = 0; g < GROUPS; g++) {
		times = model_times(&p->part, &all->network, groups[g]);
		text_table_number(table, line, "%.1f", 100*p->part.step/times.serial);
	}
	for (int g = 0; g < GROUPS; g++) {
		times = model_times(&p->part, &all->network, groups[g]);
		text_table_number(table, line, "%.1f", 100*p->part.step/times.overlapped);
	}
}

static void
put_table(const struct predictions *all, FILE *out)
{
	static const char *const headings[] = { "kernel", "size", "subdomains", "step us", "exchange us", "in turn %", "every 2", "every 4",
		"overlap %", "every 2", "every 4" };
	struct text_table table = { .arena = &all->scaling->tool->arena };
	struct text_row *lines;
	int count = 0, n = 0;

	for (const struct prediction *p = all->first; p; p = p->next)
		count++;
	lines = arena_array(table.arena, struct text_row, count + 1);
	for (int c = 0; c < (int)(sizeof headings/sizeof *headings); c++)
		text_table_column(&table, headings[c], c > 2);
	for (const struct prediction *p = all->first; p; p = p->next)
		fill_line(&table, all, p, &lines[n++]);
	fprintf(out, "predicted, not measured: efficiencies of weak scaling, from a latency of %.2f us and %.2f GB/s%s, and the time of"
		" one subdomain%s\n", 1e6*all->network.latency, 1e-9*all->network.bandwidth,
		all->scaling->arguments->network ? " (given)" : " (measured)", all->step ? " (given)" : "");
	text_table_put_headings(&table, out);
	for (int i = 0; i < count; i++)
		text_table_put(&table, &lines[i], out);
}

static void
put_csv(const struct predictions *all, FILE *out)
{
	fputs("times,stencil,kernel,size_x,size_y,size_z,ranks_x,ranks_y,ranks,every,latency_us,direction_GBps,alone_us,exchange_us,"
		"serial_us,step_us,serial_efficiency_pct,efficiency_pct,device,command_line\n", out);
	for (const struct prediction *p = all->first; p; p = p->next)
		for (int g = 0; g < GROUPS; g++) {
			const struct candidate *c = p->candidate;
			const struct model_times t = model_times(&p->part, &all->network, groups[g]);

			fprintf(out, "predicted,%s,%s,%d,%d,%d,%d,%d,%d,%d,%.4f,%.4f,%.3f,%.3f,%.3f,%.3f,%.2f,%.2f,",
				c->plan->stencil->name, c->kernel->name, c->size.x, c->size.y, c->size.z, p->decomposition.ranks[0],
				p->decomposition.ranks[1],
				p->decomposition.ranks[0]*p->decomposition.ranks[1], groups[g], 1e6*all->network.latency,
				1e-9*all->network.bandwidth,
				1e6*p->part.step, 1e6*t.exchange, 1e6*t.serial, 1e6*t.overlapped, 100*p->part.step/t.serial,
				100*p->part.step/t.overlapped);
			csv_put(all->step ? "-" : environment_value(all->scaling->environment, "device"), out);
			putc(',', out);
			csv_put(all->scaling->arguments->command, out);
			putc('\n', out);
		}
}

/* Measures a kernel in one part, unless its time is given, and adds what follows for all decompositions. */
static bool
predict(struct predictions *all, const struct candidate *c, const struct decomposition *last, struct error *error)
{
	const struct decomposition one = { .ranks = { 1, 1 }, .every = 1 };
	const int size[3] = { c->size.x, c->size.y, c->size.z };
	struct scaling_times times;
	struct decomposition decompositions[MOST_DECOMPOSITIONS];
	struct scaled scaled;
	const int count = list_decompositions(last, decompositions);
	bool good = scaled_open(&scaled, all->scaling, c, &one, size, error)
		&& (all->step || scaling_time(&scaled, &times, error));
	const double step = all->step || !good ? all->step : times.of[PHASE_ALONE].median;

	for (int i = 0; i < count && good; i++) {
		struct prediction *p = arena_new(&all->scaling->tool->arena, struct prediction);

		decompositions[i].reach = program_reach(&all->scaling->tool->arena, c->plan);
		*p = (struct prediction){ c, decompositions[i], part_of(&scaled, &decompositions[i], step), NULL };
		*all->last = p;
		all->last = &p->next;
	}
	scaled_close(&scaled);
	return good;
}

static bool
save(const struct predictions *all, struct error *error)
{
	const struct scaling *s = all->scaling;
	struct printed text;

	if (!s->arguments->csv)
		return true;
	if (!printed_open(&text))
		return error_no_memory(error);
	put_csv(all, text.out);
	return printed_finish(&text, true, s->arguments->csv, error);
}

static bool
find_network(struct scaling *s, struct network *network, struct error *error)
{
	struct ping_row rows[PING_ROWS];

	if (s->arguments->network)
		return read_network(s->arguments->network, network) || error_set(error, EXIT_USAGE,
			"--network accepts microseconds and GB/s, as 10:100, not '%s'", s->arguments->network);
	if (!ping_measure(s, rows, error))
		return false;
	*network = ping_fit(rows, PING_ROWS);
	return true;
}

static bool
find_step(struct scaling *s, double *step, struct error *error)
{
	const char *text = s->arguments->step;
	char *end;

	if (!text)
		return true;
	*step = 1e-6*strtod(text, &end);
	if (end == text || *end || !(*step > 0) || !isfinite(*step))
		return error_set(error, EXIT_USAGE, "--step accepts microseconds, as 93.4, not '%s'", text);
	if (s->candidates->count > 1)
		return error_set(error, EXIT_USAGE, "--step is the time of one kernel on one grid: select one of each");
	return true;
}

bool
scaling_model(struct scaling *s, struct error *error)
{
	struct predictions all = { .scaling = s };
	struct decomposition last = { .every = 1 };

	all.last = &all.first;
	if (s->processes.count > 1)
		return error_set(error, EXIT_USAGE, "--model measures one subdomain: start one process, and give what --ping"
			" measured of several with --network");
	if (!decomposition_read_ranks(s->arguments->model, last.ranks) || !last.ranks[1])
		return error_set(error, EXIT_USAGE, "--model needs subdomains in x and y, as 32x32, at most %d; not '%s'", MOST_PARTS,
			s->arguments->model);
	if (!find_step(s, &all.step, error) || !find_network(s, &all.network, error))
		return false;
	for (int c = 0; c < s->candidates->count; c++)
		if (!predict(&all, &s->candidates->items[c], &last, error))
			return false;
	put_table(&all, stdout);
	return save(&all, error);
}
