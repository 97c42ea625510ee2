# SPDX-License-Identifier: MIT
"""A listing of our own, which stands in for a transcription: the dates, computed another way."""

DATES = """\
page 1
«РАЗР»9.0.N=1;
1.A=Г[N];B=M[N]-3;«ЕСЛИ»B<0«ТО»(B=B+12;A=A-1);
I[N]=365×A+ε(A/4)-ε(A/100)+ε(A/400)+ε((153×B+2)/5)+D[N];
N=N+1;«ЕСЛИ»N<2«TO»(«НА»1);S=I[2]-I[1];
2.DH[1]=I[1]+2-ε((I[1]+2)/7)×7;DH[2]=I[2]+2-ε((I[2]+2)/7)×7;
«ВЫВОД»S,«МАССИВ»DH
«ГДЕ»...;I[2];DH[2]«КОНЕЦ»◊
page 2
"""
"""The days since 1 March of the year 0, with a mistake in line 5: N<2 for N≤2."""

APPARATUS = """\
program = "dates"
language = "ALMIR-65"
file = "page*.txt"
lines = [[2, 8]]

[[habit]]
name = "latin"
stands = "«TO»"
read = "«ТО»"
why = "The scan has Latin letters."

[[reading]]
name = "both"
line = 5
stands = "N<2"
read = "N≤2"
why = "There are two dates."
support = "the data"

[[data]]
name = "dates"
line = 8
stands = "..."
read = "Г[2]={g};M[2]={m};D[2]={d}"
"""
