# What `times` printed: seconds of processor time of the children, user's and system's.
NR == 2 { split($1 "m" $2, t, "[ms]+"); printf "%.0f", 60*(t[1] + t[3]) + t[2] + t[4] }
