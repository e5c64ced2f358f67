#include "runtime/data/png.h"

#include "generator/base/printed.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE = 2, ARGB32 = 0 };

struct rectangle {
	double x, y, width, height;
};

/* The functions of librsvg, cairo and GObject that draw a picture: name, result, parameters. All three keep these. */
#define PNG_FUNCTIONS \
	F(rsvg, rsvg_handle_new_from_data, void *, (const unsigned char *, size_t, void *)) \
	F(rsvg, rsvg_handle_get_intrinsic_size_in_pixels, int, (void *, double *, double *)) \
	F(rsvg, rsvg_handle_render_document, int, (void *, void *, const struct rectangle *, void *)) \
	F(cairo, cairo_image_surface_create, void *, (int, int, int)) \
	F(cairo, cairo_create, void *, (void *)) \
	F(cairo, cairo_set_source_rgb, void, (void *, double, double, double)) \
	F(cairo, cairo_paint, void, (void *)) \
	F(cairo, cairo_surface_write_to_png_stream, int, (void *, int (*)(void *, const unsigned char *, unsigned), void *)) \
	F(cairo, cairo_destroy, void, (void *)) \
	F(cairo, cairo_surface_destroy, void, (void *)) \
	F(gobject, g_object_unref, void, (void *))

struct png_library {
#define F(library, name, result, parameters) result (*name) parameters;
	PNG_FUNCTIONS
#undef F
};

static void *
load(const char *name, struct error *error)
{
	void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		error_set(error, EXIT_IO, "pictures as .png need librsvg, which cannot be loaded: %s: use .svg", dlerror());
	return handle;
}

static bool
load_all(struct png_library *library, struct error *error)
{
	void *rsvg = load("librsvg-2.so.2", error);
	void *cairo = rsvg ? load("libcairo.so.2", error) : NULL;
	void *gobject = cairo ? load("libgobject-2.0.so.0", error) : NULL;
	const char *missing = NULL;

	if (!gobject)
		return false;
#define F(handle, name, result, parameters) { \
		void *address = dlsym(handle, #name); \
\
		missing = address ? missing : #name; \
		memcpy(&library->name, &address, sizeof address); \
	}
	PNG_FUNCTIONS
#undef F
	return !missing || error_set(error, EXIT_IO, "pictures as .png need librsvg 2.52 or later, which has %s: use .svg", missing);
}

bool
png_is_possible(struct error *error)
{
	struct png_library library;

	return load_all(&library, error);
}

static int
add_bytes(void *text, const unsigned char *bytes, unsigned length)
{
	return fwrite(bytes, 1, length, ((struct printed *)text)->out) != length;
}

/* False: not all could be drawn. */
static bool
draw(const struct png_library *library, void *picture, struct printed *text)
{
	struct rectangle page = { 0 };
	void *surface, *pen;
	bool good;

	if (!library->rsvg_handle_get_intrinsic_size_in_pixels(picture, &page.width, &page.height))
		return false;
	page.width *= SCALE;
	page.height *= SCALE;
	surface = library->cairo_image_surface_create(ARGB32, (int)page.width, (int)page.height);
	pen = library->cairo_create(surface);
	library->cairo_set_source_rgb(pen, 1, 1, 1);
	library->cairo_paint(pen);
	good = library->rsvg_handle_render_document(picture, pen, &page, NULL)
		&& !library->cairo_surface_write_to_png_stream(surface, add_bytes, text);
	library->cairo_destroy(pen);
	library->cairo_surface_destroy(surface);
	return good;
}

bool
png_of_svg(const char *svg, size_t size, char **bytes, size_t *length, struct error *error)
{
	struct png_library library;
	struct printed text;
	void *picture;
	bool good;

	if (!load_all(&library, error))
		return false;
	if (!printed_open(&text))
		return error_no_memory(error);
	picture = library.rsvg_handle_new_from_data((const unsigned char *)svg, size, NULL);
	good = picture && draw(&library, picture, &text);
	if (picture)
		library.g_object_unref(picture);
	if (!printed_close(&text))
		return error_no_memory(error);
	*bytes = text.text;
	*length = text.size;
	if (!good)
		free(text.text);
	return good || error_set(error, EXIT_IO, "librsvg cannot draw the picture");
}
