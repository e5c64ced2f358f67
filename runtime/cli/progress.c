#include "runtime/cli/progress.h"

#include "runtime/formats/clock.h"

#include <unistd.h>

enum { TELL_EVERY = 1 }; /* second */

void
progress_open(struct progress *p, const char *program, bool wanted)
{
	*p = (struct progress){
		.program = program, .out = stderr, .clock = now, .on_terminal = isatty(STDERR_FILENO),
	};
	p->shown = p->on_terminal || wanted;
}

void
progress_stage(struct progress *p, const char *stage, double total)
{
	p->stage = stage;
	p->unit = NULL;
	p->total = total;
	p->done = 0;
	p->start = p->told = p->shown ? p->clock() : 0;
	if (p->shown && p->on_terminal) {
		fprintf(p->out, "\r%s: %s\033[K", p->program, p->stage);
		fflush(p->out);
	}
}

void
progress_compiling(void *progress, int count, int done)
{
	if (!done)
		progress_stage(progress, "compiling", count);
	else
		progress_add(progress, 1);
}

static void
put_seconds(double seconds, FILE *out)
{
	const int whole = (int)(seconds + 0.5);

	if (whole >= 3600)
		fprintf(out, "%d h %d min", whole/3600, whole/60 % 60);
	else if (whole >= 60)
		fprintf(out, "%d min %d s", whole/60, whole % 60);
	else
		fprintf(out, "%d s", whole);
}

void
progress_add(struct progress *p, double done)
{
	const double time = p->shown ? p->clock() : 0;
	const bool ends = p->done < p->total && p->done + done >= p->total;
	double share;

	p->done += done;
	if (!p->shown || p->done <= 0 || (time - p->told < TELL_EVERY && !ends))
		return;
	p->told = time;
	share = p->done < p->total ? p->done/p->total : 1;
	fprintf(p->out, "%s%s: %s: %.0f %%, ", p->on_terminal ? "\r" : "", p->program, p->stage, 100*share);
	if (p->unit && time > p->start)
		fprintf(p->out, "%.0f of %.0f %s, %.3g per second, ", p->done, p->total, p->unit, p->done/(time - p->start));
	put_seconds((time - p->start)*(1/share - 1), p->out);
	fputs(p->on_terminal ? " left \033[K" : " left\n", p->out);
	fflush(p->out);
}

void
progress_close(struct progress *p)
{
	if (p->shown && p->on_terminal)
		fputs("\r\033[K", p->out);
}
