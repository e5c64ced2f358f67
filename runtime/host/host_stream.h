#ifndef HOST_STREAM_H
#define HOST_STREAM_H

/* What work returns that waits for something else: it gets its turn again. */
enum { HOST_STREAM_AGAIN = -2000 };

/* What a stream that is not NULL points to here: it keeps the work that comes to it, to do it later. */
struct host_stream {
	/* `run` does the work, more than once if it is recorded, and `release` frees it; the former returns an error of CUDA, or 0. So
	 * does this, if the work is refused, which is not freed then. */
	int (*keep)(struct host_stream *stream, int (*run)(void *work), void (*release)(void *work), void *work);

	/* The same of work for which two streams wait for each other, whatever devices they are of. */
	int (*keep_both)(struct host_stream *stream, struct host_stream *other, int (*run)(void *work),
		void (*release)(void *work), void *work);
};

#endif
