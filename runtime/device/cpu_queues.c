#include "runtime/device/cpu_queues.h"

#include "runtime/formats/clock.h"
#include "runtime/device/cpu_order.h"

#include <stdlib.h>

static struct stream *streams;

static bool
is_ready(const struct stream *stream)
{
	const struct entry *entry = stream->first;

	return entry && !(entry->waits && entry->event->happened < entry->time);
}

/* Any stream that can go on; NULL: none can. */
static struct stream *
choose_stream(void)
{
	uint32_t sum = 0, turn;

	for (const struct stream *s = streams; s; s = s->next)
		sum += is_ready(s) ? cpu_order_weight(s->urgent) : 0;
	turn = sum ? cpu_order_random() % sum : 0;
	for (struct stream *s = streams; s; s = s->next) {
		const uint32_t weight = is_ready(s) ? cpu_order_weight(s->urgent) : 0;

		if (turn < weight)
			return s;
		turn -= weight;
	}
	return NULL;
}

/* Work that is not done yet stays where it is. */
static int
do_first(struct stream *stream)
{
	struct entry *entry = stream->first;
	int status = entry->run ? entry->run(entry->work) : 0;

	if (status == HOST_STREAM_AGAIN)
		return 0;
	stream->first = entry->next;
	if (!stream->first)
		stream->end = &stream->first;
	if (!entry->run && !entry->waits) {
		entry->event->happened = entry->time;
		entry->event->seconds = now();
	}
	if (entry->release)
		entry->release(entry->work);
	free(entry);
	return status;
}

bool
cpu_queue_add(struct stream *stream, const struct entry *entry)
{
	struct entry *kept = malloc(sizeof *kept);

	if (!kept)
		return false;
	*kept = *entry;
	*stream->end = kept;
	stream->end = &kept->next;
	return true;
}

int
cpu_queues_turn(void)
{
	struct stream *next = choose_stream();

	return next ? do_first(next) : CPU_QUEUE_STUCK;
}

int
cpu_queue_finish(struct stream *stream)
{
	int status = 0;

	while (stream->first && !status)
		status = cpu_queues_turn();
	return status;
}

void
cpu_queue_open(struct stream *stream)
{
	stream->end = &stream->first;
	stream->next = streams;
	streams = stream;
}

void
cpu_queue_close(struct stream *stream)
{
	struct stream **s = &streams;

	cpu_queue_finish(stream);
	while (stream->first)
		do_first(stream);
	while (*s != stream)
		s = &(*s)->next;
	*s = (*s)->next;
	free(stream);
}

struct stream *
cpu_queues(void)
{
	return streams;
}
