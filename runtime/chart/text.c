#include "runtime/chart/panel.h"

#include <string.h>

/* In thousandths of the font size, for the widest of the common fonts. */
static int
character_width(unsigned char c)
{
	if ((c & 0xc0) == 0x80)
		return 0; /* belongs to the character before */
	if (strchr("ijl.,:;'|!I ", c))
		return 360;
	if (strchr("ft()[]/-rJ\"", c))
		return 460;
	if (strchr("mwMW@%", c))
		return 1000;
	if (c >= 0x80 || (c >= 'A' && c <= 'Z'))
		return 760;
	return 640;
}

static double
width_of(const char *text, size_t length, int font)
{
	int width = 0;

	for (size_t i = 0; i < length; i++)
		width += character_width((unsigned char)text[i]);
	return width*1e-3*font;
}

double
text_width(const char *text, int font)
{
	return width_of(text, strlen(text), font);
}

/* The length in bytes of a UTF-8 character that XML allows; 0 if it is not one. */
static int
character_length(const unsigned char *text)
{
	const int length = *text < 0x20 ? 0 : *text < 0x7f ? 1 : *text < 0xc2 ? 0 : *text < 0xe0 ? 2
		: *text < 0xf0 ? 3 : *text < 0xf5 ? 4 : 0;

	for (int i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((*text == 0xe0 && text[1] < 0xa0) || (*text == 0xf0 && text[1] < 0x90)
			|| (*text == 0xed && text[1] > 0x9f) || (*text == 0xf4 && text[1] > 0x8f)
			|| (*text == 0xef && text[1] == 0xbf && text[2] > 0xbd))
		return 0;
	return length;
}

static void
put_some(const char *text, size_t length, FILE *out)
{
	for (size_t i = 0; i < length; ) {
		const int bytes = character_length((const unsigned char *)text + i);

		switch (text[i]) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		default:
			if (bytes)
				fwrite(text + i, 1, (size_t)bytes, out);
			else
				putc('?', out);
		}
		i += bytes ? (size_t)bytes : 1;
	}
}

void
put_escaped(const char *text, FILE *out)
{
	put_some(text, strlen(text), out);
}

static void
put_line(double x, double y, enum anchor anchor, const char *classes, const char *text, size_t length,
	FILE *out)
{
	static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };

	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s", x, y, anchors[anchor]);
	if (classes)
		fprintf(out, " class=\"%s\"", classes);
	putc('>', out);
	put_some(text, length, out);
	fputs("</text>\n", out);
}

void
put_text(double x, double y, enum anchor anchor, const char *classes, const char *text, FILE *out)
{
	put_line(x, y, anchor, classes, text, strlen(text), out);
}

/* The length of the characters that fit, at least one. */
static size_t
fitting_length(const char *text, int font, double width)
{
	size_t fits = 0;

	for (size_t end = 1; ; end++)
		if ((text[end] & 0xc0) != 0x80) {
			if (fits && width_of(text, end, font) > width)
				return fits;
			fits = end;
			if (!text[end])
				return fits;
		}
}

size_t
line_length(const char *text, int font, double width)
{
	size_t end = 0;

	while (text[end]) {
		const size_t word = end + strcspn(text + end, " _"), next = word + (text[word] != '\0');

		if (width_of(text, next - (text[next - 1] == ' '), font) > width)
			return end ? end : fitting_length(text, font, width);
		end = next;
	}
	return end;
}

int
put_lines(double x, double y, enum anchor anchor, const char *classes, const char *text, int font,
	double width, FILE *out)
{
	int lines = 0;

	for (size_t length; *text; text += length, lines++) {
		length = line_length(text, font, width);
		if (out)
			put_line(x, y + lines*(font + 3), anchor, classes, text,
				length - (text[length - 1] == ' '), out);
	}
	return lines;
}
