#ifndef EXIT_H
#define EXIT_H

/* The exit statuses of all programs. */
enum exit_status {
	EXIT_GOOD,
	EXIT_ERRORS, /* in the input; or a wrong or missing result */
	EXIT_USAGE,
	EXIT_IO,     /* a file, or a tool that is not available */
	EXIT_INTERRUPTED = 130,
};

#endif
