wide-carries-levels.stencil:8:40: error: expected '[', ']' or '.' before ','
    8 |     f = flux[above] - flux + mean[above,east] - mean[east];
      |                                        ^
1 error generated.
