#ifndef PROGRAM_H
#define PROGRAM_H

/* What programs do and a library leaves alone. */

/* To be called once, when a program begins. Occupies closed standard streams, so that no file gets their numbers
 * and writing to them stays an error; a write beyond the limit on the size of files (ulimit -f) becomes an
 * error too, instead of a signal. Temporary files are removed when the program exits, and when SIGHUP, SIGINT,
 * SIGPIPE or SIGTERM ends it; signals that it ignores or handles itself are left alone. When memory runs out
 * the program ends with a message, in which it is called so, and status 3. */
void program_begin(const char *program);

/* A signal handler: removes temporary files and ends the program as the signal does. */
void program_die(int signal_number);

#endif
