#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "generator/cli/catalogue.h"

/* The command lines of all programs: each has a table of options, from which its words are read
 * into a struct and its --help is written. A heading is a topic of the help. */

/* The texts of an option that may be given again. */
struct texts {
	const char **items;
	int count;
};

enum option_kind {
	OPTION_HEADING, /* not an option: stands above those that follow in the help */
	OPTION_FLAG,    /* bool */
	OPTION_TEXT,    /* const char *; with words: one of them */
	OPTION_TEXTS,   /* struct texts */
	OPTION_LIST,    /* const char *: some of the words with commas between, or "all" */
	OPTION_NUMBER,  /* int, from 1 to most */
	OPTION_WORD,    /* int or enum: the number of one of the words */
};

struct option_row {
	unsigned programs;       /* a bit for each that has it */
	unsigned usual_for;      /* of these, those whose short help has it */
	enum option_kind kind;
	const char *name;        /* without its two dashes; NULL: it has a letter only */
	const char *letter;      /* "o" or "MF": after one dash; NULL: none */
	size_t member;           /* offset in the program's struct */
	const struct catalogue *words;
	int most;                /* of a number */
	int zero;                /* what the number 0 stands for; 0: it is refused */
	bool powers;             /* only powers of two */
	const char *argument;    /* what the help calls it; NULL: none */
	const char *help;        /* its words and its default are added */
	const char *usual;       /* the default in the help, if not that of the struct; NULL: none */
};

struct option_table {
	const char *program, *version;
	unsigned bit;            /* of the program */
	const struct option_row *rows;
	int count;
	const char *usage;       /* what stands above the options */
	const char *ending;      /* and below */
	const void *defaults;    /* a struct like the one that is filled */
	const char *more;        /* a topic beside the headings; NULL: none */
	void (*put_more)(void);  /* prints its help */
};

/* Reads a command line into *values, where numbers and words start with their defaults; texts that
 * are not given stay as they are. What is no option is a file, and so is everything after "--".
 * Options may be shortened while they are unique; -h and --help [TOPIC], --version and -- are known for
 * every program. Returns whether to go on: if not, help was given or an error reported, and
 * *status is the exit status. */
bool command_line_read(const struct option_table *table, struct arena *arena, int argc, char **argv,
	void *values, char ***files, int *file_count, int *status);

/* Gives texts and lists that are NULL their defaults. */
void command_line_complete(const struct option_table *table, void *values);

/* Reads a whole number from 1 to most: digits and nothing else. */
bool whole_number(const char *text, int most, int *number);

/* Whether a text is a number and nothing else. */
bool is_number(const char *text);

/* help.c: prints the usual options of a program, or of a topic, or with "all" all. Returns false with an error for
 * an unknown topic. */
bool help_put(const struct option_table *table, struct arena *arena, const char *topic, struct error *error);

#endif
