#include "runtime/cli/progress.h"

#include "runtime/formats/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { TELL_EVERY = 1 }; /* second */

void
progress_open(struct progress *p, const char *program, int total, int reused, bool wanted)
{
	*p = (struct progress){
		.program = program, .total = total, .reused = reused, .start = now(), .told = now(),
		.on_terminal = isatty(STDERR_FILENO),
	};
	p->shown = p->on_terminal || wanted;
}

static void
put_seconds(double seconds)
{
	const int whole = (int)(seconds + 0.5);

	if (whole >= 3600)
		fprintf(stderr, "%d h %d min", whole/3600, whole/60 % 60);
	else if (whole >= 60)
		fprintf(stderr, "%d min %d s", whole/60, whole % 60);
	else
		fprintf(stderr, "%d s", whole);
}

void
progress_add(struct progress *p, int done)
{
	const double time = now();

	p->done += done;
	if (!p->shown || !p->done || (time - p->told < TELL_EVERY && p->done < p->total))
		return;
	p->told = time;
	fprintf(stderr, "%s%s: %d of %d measured, ", p->on_terminal ? "\r" : "", p->program, p->done,
		p->total);
	put_seconds((time - p->start)/p->done*(p->total - p->done));
	fputs(p->on_terminal ? " left \033[K" : " left\n", stderr);
	fflush(stderr);
}

void
progress_close(struct progress *p)
{
	if (p->shown && p->on_terminal)
		fputs("\r\033[K", stderr);
}
