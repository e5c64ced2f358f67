params-in-programs.stencil:12:18: error: out 'v' is read beyond the domain, where it has no values
   12 |     u = v + step*v[west];
      |                  ^~~~~~~
params-in-programs.stencil:5:9: note: 'v' declared here; an 'inout' keeps what is there
    5 |     out v;
      |         ^
1 error generated.
