// SPDX-License-Identifier: MIT
// The input, output and arithmetic of ALGOLIP, for the translation of its listing into C++.
// Reals are decimal, as on the original's machine: 18 places behind the point.
#include <cstdio>
#include <cstdlib>
#include <cstring>
typedef long long integer;
typedef __int128 wide;
static const integer ONE = 1000000000000000000LL;
struct real { wide value; };
static real FLOAT(integer n) { return {(wide) n * ONE}; }
static real operator*(real a, real b) {
  return {a.value * (b.value / ONE) + a.value * (b.value % ONE) / ONE};
}
static real operator/(real a, real b) { return {a.value * (ONE / 1000) / (b.value / 1000)}; }
static integer FIX(real a) { return (integer) (a.value / ONE); }
static integer READINTEGER() { integer n = 0; if (scanf("%lld", &n) != 1) exit(1); return n; }
static real READREAL() {
  char word[99]; real a = {0}; integer unit = ONE; bool point = false;
  if (scanf("%98s", word) != 1) exit(1);
  for (char *at = word; *at; at++) {
    if (*at == '.') point = true;
    else if (!point) a.value = a.value * 10 + (wide) (*at - '0') * ONE;
    else { unit /= 10; a.value += (wide) (*at - '0') * unit; }
  }
  return a;
}
static void PRINTINTEGER(integer n) { printf("%8lld", n); }
static void PRINTREAL(real a) {
  integer n = (integer) ((a.value + ONE / 200000) / (ONE / 100000)); char word[40];
  snprintf(word, sizeof word, "%lld.%05lld", n / 100000, n % 100000); printf("%12s", word);
}
static void CRLF(int n) { while (n--) printf("\n"); }
struct Loop {
  integer &v, at, by, to;
  struct Step { Loop *l; bool operator!=(Step) { l->v = l->at; return l->at <= l->to; }
    void operator++() { l->at += l->by; } int operator*() { return 0; } };
  Step begin() { return {this}; }
  Step end() { return {this}; }
};
