#ifndef CPU_CAPTURE_H
#define CPU_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

/* What was captured of streams of a CPU, to be done again and again: a graph of nodes, in the order in which they came. */
struct cpu_capture;

struct cpu_node {
	const void *stream;          /* follows the last node of it */
	uint32_t weight;             /* how often it gets a turn beside others */
	int (*run)(void *work);      /* NULL: there is nothing to do */
	void (*release)(void *work); /* NULL: the work stays */
	void *work;
	int after;                   /* follows this node, too; -1: none */
};

/* NULL: out of memory. What it has it releases. */
struct cpu_capture *cpu_capture_new(void);
void cpu_capture_free(void *capture);

/* False: out of memory; the work is not taken then. */
bool cpu_capture_add(struct cpu_capture *capture, const struct cpu_node *node);
int cpu_capture_count(const struct cpu_capture *capture);

/* Whether all nodes come before the last one of a stream. */
bool cpu_capture_is_joined(const struct cpu_capture *capture, const void *stream);

/* Does all of it, in any order that is allowed, by cpu_order.h. Returns what a node's work returned that failed. */
int cpu_capture_run(void *capture);

#endif
