/* SPDX-License-Identifier: MIT */
/* The network that the adviser's rule has with the budget `host`, for `adviser_search.c`; `host_tools.contests.adviser_network` is the reference and explains it. */

enum { HIDDEN = 16, ROWS = 2 * SIZE + 4, BIAS = 2 * SIZE, OUTPUT = BIAS + 2 };

typedef int16_t Row __attribute__((vector_size(2 * HIDDEN)));

static Row network[ROWS]; /* no sum of these overflows: a weight is at most 88, features 372 */

/* Reads the network from a file, behind the weights; returns whether it is whole. */
static int read_network(FILE *file) {
    uint8_t bytes[HIDDEN];
    for (int row = 0; row < ROWS; row++) {
        if (fread(bytes, 1, HIDDEN, file) != HIDDEN)
            return 0;
        for (int i = 0; i < HIDDEN; i++)
            network[row][i] = bytes[i] - 128;
    }
    return 1;
}

/* Fills in the scores of options by their features, -1000000 for an option without; returns the
   best. `of_talons`: 1 for a choice between talons, 0 between foundations. */
static int by_network(const uint8_t *weights, int of_talons, const int count[5],
                      uint16_t feature[5][MOST], int scores[5]) {
    Row own[5], other[5], all = network[BIAS + of_talons], output = network[OUTPUT + of_talons];
    int best = 0, most = -1000000;
    for (int option = 0; option < 5; option++) {
        Row one = {0}, two = {0};
        int score = -128 * count[option];
        for (int i = 0; i < count[option]; i++) {
            int at = feature[option][i];
            score += weights[at];
            one += network[2 * at];
            two += network[2 * at + 1];
        }
        own[option] = one;
        other[option] = two;
        all += two;
        scores[option] = score;
    }
    for (int option = 0; option < 5; option++) {
        Row sums = all - other[option] + own[option];
        int sum = 0;
        if (!count[option]) {
            scores[option] = -1000000;
            continue;
        }
        for (int i = 0; i < HIDDEN; i++)
            sum += sums[i] > 0 ? sums[i] * output[i] : 0;
        scores[option] += sum * 3 >> 7;
        if (scores[option] > most) {
            most = scores[option];
            best = option;
        }
    }
    return best;
}
