#include "runtime/data/picture.h"

#include "runtime/chart/panel.h"
#include "runtime/data/png.h"
#include "runtime/formats/array_temp_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Their lightness grows evenly. */
const char *const picture_colours[PICTURE_COLOURS + 1] = {
	"#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725",
	"#d0d7de",
};

void
picture_range_add(struct picture_range *range, double value)
{
	if (!isfinite(value))
		return;
	range->least = fmin(range->least, value);
	range->most = fmax(range->most, value);
}

int
picture_colour(const struct picture_range *range, double value)
{
	const double part = range->most > range->least ? (value - range->least)/(range->most - range->least) : 0;

	return !isfinite(value) ? PICTURE_COLOURS : part < 1 ? (int)(PICTURE_COLOURS*part) : PICTURE_COLOURS - 1;
}

void
picture_put_text(double x, double y, const char *anchor, const char *text, FILE *out)
{
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#57606a\">", x, y, anchor);
	put_escaped(text, out);
	fputs("</text>\n", out);
}

void
picture_put_scale(const struct picture_range *range, const char *unit, double width, double top, FILE *out)
{
	enum { BOX = 24, TALL = 12 };
	const double left = (width - PICTURE_COLOURS*BOX)/2;
	const double numbers[] = { range->least, range->most };
	char text[80];

	for (int c = 0; c < PICTURE_COLOURS; c++)
		fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", left + c*BOX, top, BOX, TALL,
			picture_colours[c]);
	for (int i = 0; i < 2 && range->least <= range->most; i++) {
		snprintf(text, sizeof text, i && unit ? "%.4g %s" : "%.4g", numbers[i], unit);
		picture_put_text(left + (i ? PICTURE_COLOURS*BOX + 6 : -6), top + TALL - 2, i ? "start" : "end", text, out);
	}
}

bool
picture_file_write(struct temp_file *temp_file, enum format format, const char *path, struct printed *picture, struct error *error)
{
	char *bytes;
	size_t length;
	int reason;

	if (!printed_close(picture))
		return array_temp_file_result(ENOMEM, path, error);
	bytes = picture->text;
	length = picture->size;
	if (format == FORMAT_PNG) {
		const bool good = png_of_svg(picture->text, picture->size, &bytes, &length, error);

		free(picture->text);
		if (!good)
			return false;
	}
	reason = temp_file_write(temp_file, bytes, length);
	if (!reason)
		reason = temp_file_close(temp_file, true);
	free(bytes);
	return array_temp_file_result(reason, path, error);
}
