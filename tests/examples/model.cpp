// A model in C++ that calls a kernel for CPUs: model SRC.npy DST.npy
#include "laplap/laplap_openmp.h"

#include <cstdio>
#include <fstream>
#include <vector>

int
main(int argc, char **argv)
{
	const int nx = 21, ny = 13, nz = 5;
	const std::size_t count = std::size_t(nx)*ny*nz;
	std::vector<double> src(count), dst(count);
	std::vector<char> header(128);

	if (argc != 3)
		return 2;
	std::ifstream in(argv[1], std::ios::binary);
	in.read(header.data(), std::streamsize(header.size()));
	in.read(reinterpret_cast<char *>(src.data()), std::streamsize(count*sizeof(double)));

	const stencil_grid grid = laplap_grid(nx, ny, nz);
	laplap_elements elements = {};
	elements.src = src.size();
	elements.dst = dst.size();
	laplap_args args = {};
	args.src = src.data();
	args.dst = dst.data();
	int status = laplap_check(&grid, &elements);

	if (status == 0)
		status = laplap_openmp_call(launch_laplap_regular_idxvar_openmp, &grid, &args);
	if (status != 0) {
		std::fprintf(stderr, "laplap: %s\n", stencil_refusal_text(status));
		return 1;
	}
	std::ofstream out(argv[2], std::ios::binary);
	out.write(header.data(), std::streamsize(header.size()));
	out.write(reinterpret_cast<const char *>(dst.data()), std::streamsize(count*sizeof(double)));
	return in && out ? 0 : 1;
}
