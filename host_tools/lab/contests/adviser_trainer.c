/* Learns the weights of a rule of `adviser_game.h`. It is in C because it plays tens of millions of
   games. `python3 -m host_tools calculation tune` compiles and runs it.

       adviser_trainer tune GAMES SEED JOBS CHECKPOINT [WEIGHTS TABLES]
       adviser_trainer play WEIGHTS

   `tune` plays whole games by the rule of the playouts, but draws each talon (with FULL also each
   foundation) at random, with the scores as logits. After every BATCH games the weights follow the
   gradient of the share of games won (REINFORCE, Williams, 1992, with the running share as
   baseline; steps by Adam, Kingma and Ba, 2014).

   With FULL alone the weights start from those of the first rule, as bytes in the file WEIGHTS. Nine
   games in ten continue from a table in the file TABLES. Each is played GROUP times; the baseline of
   a game is the share that the others of its group win.

   With FULL and NETWORK all this holds, but the weights start from the engine's rule, and playouts
   end with the search of the tops. The network (`host_tools.contests.adviser_network`) adds to the
   scores. It starts with small random numbers and has a step of its own.

   The games of a batch use PARTS streams of random numbers, and their gradients are added in order.
   So the result does not depend on JOBS, the number of threads (the steps of the network have
   PARTS). After every REPORT batches `tune` prints the line `games won-per-mille` and writes its
   state to CHECKPOINT, from which the same command continues. The last line has the weights as
   bytes, those of the network last.

   `play` is for the tests. Each line of standard input is a stock of 52 ranks, the first card
   first. Each line of standard output has the number of cards that the playout with the bytes in
   WEIGHTS leaves on foundations, and the talon (0..3) of each card that was placed on one.

   The features have the numbers of `teletype.engines.adviser`, which explains them. */

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adviser_game.h"

#ifdef NETWORK
enum { GROUP = 10, MOST = 420, CHOICES = 520 };
enum { BATCH = 2000, PARTS = 4, REPORT = 50, RECORD = 52 };
static const double RATE = 0.004; /* initial step of Adam, in logits */
static const float PULL = 0.01f;  /* initial step for the network */
static const float WIDEST = 2.75; /* the largest number of the network */
static const float UNITS = 32;    /* units of its printed bytes */
#else
#ifdef FULL
enum { GROUP = 5, MOST = 420, CHOICES = 520 };
static const double RATE = 0.025; /* initial step of Adam, in logits */
static const double KEEP = -4;    /* initial weight of holding a card back */
#else
enum { GROUP = 1, MOST = 160, CHOICES = 52 };
static const double RATE = 0.06;
#endif

enum { BATCH = 10000, PARTS = 8, REPORT = 10, RECORD = 52 };
#endif

static const double END = 0.05;   /* final step, as a part of RATE */
static const double LIMIT = 5.2;  /* the largest weight, in logits */
static const double STEPS = 24;   /* units of the printed bytes per logit */

#include "adviser_features.h"
#ifdef NETWORK
#include "adviser_clear.h"
#include "adviser_network.h"

typedef float Layer __attribute__((vector_size(4 * HIDDEN)));
typedef int32_t Mask __attribute__((vector_size(4 * HIDDEN)));
#endif

typedef struct {
    int of_talons; /* else of foundations, where 0 holds the card back */
    int taken, count[5];
    uint16_t feature[5][MOST];
    double chance[5];
#ifdef NETWORK
    Layer layer[5]; /* by option: the sums of the network */
#endif
} Choice;

typedef struct {
    uint64_t random;
    int choices[GROUP], won;
    Choice choice[GROUP][CHOICES];
    double gradient[SIZE];
#ifdef NETWORK
    Layer slope[ROWS];
#endif
} Part;

static double weights[SIZE];
static double expected;  /* running share of games won */
static Part parts[PARTS];
static int jobs;
static uint8_t (*records)[RECORD]; /* heights, lengths of talons, their cards */
static long tables;                /* number of records */
static const Table empty = {.wanted = {0, 1, 2, 3, 4}};

/* SplitMix64: G. L. Steele, D. Lea and C. H. Flood, 2014. */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

#ifdef NETWORK
static Layer layers[ROWS]; /* the network while it learns, in logits */

/* The elements of `b` where those of `a` are positive, else 0. */
#define WHERE_POSITIVE(a, b) ((Layer)((Mask)((a) > (Layer){0}) & (Mask)(b)))

/* Adds what the network says to the scores. */
static void add_network(Choice *choice, double score[5]) {
    Layer own[5], other[5], all = layers[BIAS + choice->of_talons];
    for (int option = 0; option < 5; option++) {
        Layer one = {0}, two = {0};
        for (int i = 0; i < choice->count[option]; i++) {
            int at = 2 * choice->feature[option][i];
            one += layers[at];
            two += layers[at + 1];
        }
        own[option] = one;
        other[option] = two;
        all += two;
    }
    for (int option = 0; option < 5; option++) {
        Layer sums = choice->layer[option] = all - other[option] + own[option];
        Layer parts = WHERE_POSITIVE(sums, sums) * layers[OUTPUT + choice->of_talons];
        for (int i = 0; i < HIDDEN; i++)
            score[option] += parts[i];
    }
}

/* Adds the gradient of a choice in a game worth `worth`. */
static void add_slope(const Choice *choice, double worth, Layer slope[ROWS]) {
    Layer step[5], all = {0}, output = layers[OUTPUT + choice->of_talons];
    for (int option = 0; option < 5; option++) {
        step[option] = (Layer){0};
        if (choice->count[option]) {
            float part = ((option == choice->taken) - choice->chance[option]) * worth;
            Layer sums = choice->layer[option];
            slope[OUTPUT + choice->of_talons] += WHERE_POSITIVE(sums, sums) * part;
            step[option] = WHERE_POSITIVE(sums, output * part);
            all += step[option];
        }
    }
    slope[BIAS + choice->of_talons] += all;
    for (int option = 0; option < 5; option++) {
        Layer others = all - step[option];
        for (int i = 0; i < choice->count[option]; i++) {
            int at = 2 * choice->feature[option][i];
            slope[at] += step[option];
            slope[at + 1] += others;
        }
    }
}
#endif

static void by_chance(Choice *choice, uint64_t *random) {
    double score[5], most = -1e9, total = 0;
#ifdef NETWORK
    double added[5] = {0};
    add_network(choice, added);
#endif
    for (int option = 0; option < 5; option++) {
        score[option] = 0;
        for (int i = 0; i < choice->count[option]; i++)
            score[option] += weights[choice->feature[option][i]];
#ifdef NETWORK
        score[option] += added[option];
#endif
        if (choice->count[option] && score[option] > most)
            most = score[option];
    }
    for (int option = 0; option < 5; option++) {
        choice->chance[option] = choice->count[option] ? exp(score[option] - most) : 0;
        total += choice->chance[option];
    }
    double left = (next(random) >> 11) * 0x1p-53 * total;
    choice->taken = -1;
    for (int option = 0; option < 5; option++) {
        if (choice->chance[option] > 0 && (choice->taken < 0 || left >= 0))
            choice->taken = option;
        left -= choice->chance[option];
        choice->chance[option] /= total;
    }
}

static void by_bytes(Choice *choice, const uint8_t *bytes) {
#ifdef NETWORK
    int scores[5];
    choice->taken = by_network(bytes, choice->of_talons, choice->count, choice->feature, scores);
#else
    int most = -1000000;
    for (int option = 0; option < 5; option++) {
        int score = 0;
        for (int i = 0; i < choice->count[option]; i++)
            score += bytes[choice->feature[option][i]] - 128;
        if (choice->count[option] && score > most) {
            most = score;
            choice->taken = option;
        }
    }
#endif
}

static void choose(Choice *choice, const uint8_t *bytes, uint64_t *random) {
    if (bytes)
        by_bytes(choice, bytes);
    else
        by_chance(choice, random);
}

/* Returns the foundation for a rank that at least one takes: the lowest; with FULL, the choice of
   the weights, or 0 to hold the card back. `source`: talon 0..3 with the rank on top, or 4 for the
   stock. */
static int choose_foundation(Part *part, int turn, Game *game, int rank, int source, int left,
                             int *stale, const uint8_t *bytes) {
#ifdef FULL
    if (game->need[rank] > 1) {
        Choice *choice = &part->choice[turn][part->choices[turn]++];
        if (*stale)
            delays(game);
        *stale = 0;
        for (int k = 1; k < 5; k++)
            choice->count[k] = game->wanted[k] == rank
                                   ? of_foundation(game, k, source, left, choice->feature[k])
                                   : 0;
        choice->count[0] = left ? of_keeping(game, rank, source, left, choice->feature[0]) : 0;
        choice->of_talons = 0;
        choose(choice, bytes, &part->random);
        return choice->taken;
    }
#else
    (void)part, (void)turn, (void)source, (void)left, (void)stale, (void)bytes;
#endif
    return game->takes[rank];
}

/* Plays the `count` cards of a stock from the state `root`; returns the cards on foundations at the
   end, with NETWORK 52 or 0. `turn`: number of the game in its group. `bytes`: weights that choose; NULL: choose at
   random. */
static int play(Part *part, int turn, const Game *root, const uint8_t *stock, int count,
                const uint8_t *bytes) {
    Game game = *root;
    int stale = 1, scan = 0;
    part->choices[turn] = 0;
    for (int at = 0;; at++) {
        int left = count - at, kept = 0;
#ifdef NETWORK
        if (!left)
            return clear(&game) ? 52 : 0;
#endif
        for (int talon = 0; scan && talon < 4; talon++) {
            int n = game.length[talon], rank = n ? game.talon[talon][n - 1] : 0, k = 0;
            if (game.takes[rank]) {
                k = choose_foundation(part, turn, &game, rank, talon, left, &stale, bytes);
                kept |= !k;
            }
            if (k) {
                game.length[talon]--;
                lay(&game, k);
                stale = 1;
                kept = 0;
                talon = -1;
            }
        }
        if (!left)
            return game.height[1] + game.height[2] + game.height[3] + game.height[4];
        int card = stock[at];
        game.unseen[card]--;
        left--;
        scan = kept;
        if (game.takes[card]) {
            int k = choose_foundation(part, turn, &game, card, 4, left, &stale, bytes);
            scan = 1;
            if (k) {
                lay(&game, k);
                stale = 1;
                continue;
            }
        }
        if (stale)
            delays(&game);
        stale = 0;
        Choice *choice = &part->choice[turn][part->choices[turn]++];
        choice->of_talons = 1;
        describe(&game, card, left, choice->count, choice->feature);
        choose(choice, bytes, &part->random);
        game.talon[choice->taken][game.length[choice->taken]++] = card;
    }
}

/* Sets up the state and stock of a recorded table, one time in ten of the empty one; returns the
   number of cards in the stock. */
static int from_tables(uint64_t *random, Game *root, uint8_t stock[53]) {
    Table table = empty;
    if (next(random) % 10) {
        const uint8_t *record = records[next(random) % tables], *cards = record + 8;
        for (int k = 1; k < 5; k++) {
            int height = table.heights[k] = record[k - 1];
            table.wanted[k] = height < 13 ? (k * (height + 1) - 1) % 13 + 1 : 0;
            int length = table.talons[k - 1] = record[k + 3];
            memcpy(table.talon[k - 1], cards, length);
            cards += length;
        }
    }
    return begin(&table, 0, root, stock);
}

static void learn(Part *part) {
    uint8_t stock[53];
    Game root;
    int count = begin(&empty, 0, &root, stock);
    memset(part->gradient, 0, sizeof part->gradient);
#ifdef NETWORK
    memset(part->slope, 0, sizeof part->slope);
#endif
    part->won = 0;
    for (int game = 0; game < BATCH / PARTS; game += GROUP) {
        int won[GROUP], sum = 0;
        if (tables)
            count = from_tables(&part->random, &root, stock);
        for (int turn = 0; turn < GROUP; turn++) {
            for (int i = count; i > 1; i--) {
                int other = ((next(&part->random) >> 32) * i >> 32) + 1;
                uint8_t card = stock[i];
                stock[i] = stock[other];
                stock[other] = card;
            }
            won[turn] = play(part, turn, &root, stock + 1, count, NULL) == 52;
            sum += won[turn];
        }
        part->won += sum;
        for (int turn = 0; turn < GROUP; turn++) {
            double baseline = GROUP > 1 ? (sum - won[turn]) / (GROUP - 1.0) : expected;
            double worth = won[turn] - baseline;
            for (int i = 0; worth != 0 && i < part->choices[turn]; i++) {
                Choice *choice = &part->choice[turn][i];
#ifdef NETWORK
                add_slope(choice, worth, part->slope);
#endif
                for (int option = 0; option < 5; option++) {
                    double step = ((option == choice->taken) - choice->chance[option]) * worth;
                    for (int j = 0; j < choice->count[option]; j++)
                        part->gradient[choice->feature[option][j]] += step;
                }
            }
        }
    }
}

static void *thread(void *first) {
    for (int part = *(int *)first; part < PARTS; part += jobs)
        learn(&parts[part]);
    return NULL;
}

/* The state from which a run continues. */
typedef struct {
    uint64_t games, seed, batch, random[PARTS];
    double expected, weights[SIZE], slope[SIZE], square[SIZE];
#ifdef NETWORK
    Layer layers[ROWS], row_slope[ROWS], row_square[ROWS];
#endif
} State;

static State state;

#ifdef NETWORK
/* Small random weights, and outputs of both signs. */
static void start_network(void) {
    uint64_t random = 1;
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < HIDDEN; i++)
            state.layers[row][i] = row >= OUTPUT ? i % 2 ? 0.1f : -0.1f
                                   : row >= BIAS ? 0
                                                 : (next(&random) >> 40) * 0x0.333333p-24f - 0.1f;
}

/* Takes a step of Adam for one of PARTS parts of the network's rows; `first`: its number. */
static void *step_rows(void *first) {
    int part = *(int *)first;
    uint64_t batches = state.games / BATCH;
    float rate = PULL * (1 - (1 - END) * state.batch / batches);
    for (int row = (int64_t)ROWS * part / PARTS; row < (int64_t)ROWS * (part + 1) / PARTS; row++) {
        Layer step = {0}, square = {0};
        for (int other = 0; other < PARTS; other++)
            step += parts[other].slope[row];
        step /= (float)BATCH;
        state.row_slope[row] = 0.9f * state.row_slope[row] + 0.1f * step;
        state.row_square[row] = 0.99f * state.row_square[row] + 0.01f * step * step;
        for (int i = 0; i < HIDDEN; i++)
            square[i] = sqrtf(state.row_square[row][i]);
        Layer layer = state.layers[row] + rate * state.row_slope[row] / (square + 2e-5f);
        for (int i = 0; i < HIDDEN; i++)
            layer[i] = layer[i] > WIDEST ? WIDEST : layer[i] < -WIDEST ? -WIDEST : layer[i];
        state.layers[row] = layer;
    }
    return NULL;
}
#endif

static int write_state(const char *path) {
    char other[4096];
    if (snprintf(other, sizeof other, "%s.new", path) >= (int)sizeof other)
        return 0;
    FILE *file = fopen(other, "wb");
    if (!file)
        return 0;
    int done = fwrite(&state, sizeof state, 1, file) == 1;
    done = !fclose(file) && done;
    return done && !rename(other, path);
}

static void read_state(const char *path, uint64_t games, uint64_t seed) {
    FILE *file = fopen(path, "rb");
    if (file) {
        int whole = fread(&state, sizeof state, 1, file) == 1 && fgetc(file) == EOF;
        fclose(file);
        if (whole && state.games == games && state.seed == seed && state.batch <= games / BATCH)
            return;
    }
    memset(&state, 0, sizeof state);
    state.games = games;
    state.seed = seed;
    for (int part = 0; part < PARTS; part++)
        state.random[part] = (seed * PARTS + part) << 32;
    for (int i = 0; i < SIZE; i++)
        state.weights[i] = weights[i];
#ifdef NETWORK
    start_network();
#endif
}

/* Reads the bytes to start from as weights, and the tables; returns whether both are valid. */
static int read_start(const char *bytes, const char *path) {
    FILE *file = fopen(bytes, "rb");
    int byte, count = 0;
    while (file && count < SIZE && (byte = fgetc(file)) != EOF)
        weights[count++] = (byte - 128) / STEPS;
#ifndef NETWORK
#ifdef FULL
    for (int i = 0; i < 52; i++)
        weights[HIGH + i] = 5 - 0.8 * (i % 13); /* prefer the lowest, like the first rule, */
    for (int i = HELD; i < AFTER; i++)
        weights[i] = KEEP; /* and rarely hold a card back */
#endif
#endif
    if (file)
        fclose(file);
    file = fopen(path, "rb");
    if (!count || !file || fseek(file, 0, SEEK_END))
        return 0;
    tables = ftell(file) / RECORD;
    rewind(file);
    records = malloc(tables * RECORD + 1);
    int done = records && tables && fread(records, RECORD, tables, file) == (size_t)tables;
    fclose(file);
    for (long i = 0; done && i < tables; i++) {
        int cards = 0, copies[14] = {0};
        for (int k = 0; k < 4; k++) {
            done &= records[i][k] < 14;
            cards += records[i][4 + k];
            for (int r = 1; r < 14; r++)
                copies[r] += place[k + 1][r] < records[i][k];
        }
        done &= cards <= RECORD - 8;
        for (int at = 8; done && at < 8 + cards; at++)
            done = records[i][at] && records[i][at] < 14 && ++copies[records[i][at]] < 5;
    }
    return done;
}

static int tune(uint64_t games, uint64_t seed, const char *path) {
    uint64_t batches = games / BATCH;
    int reported = 0, first[PARTS];
    pthread_t threads[PARTS];
    read_state(path, games, seed);
    for (int part = 0; part < PARTS; part++)
        parts[part].random = state.random[part];
    while (state.batch < batches) {
        memcpy(weights, state.weights, sizeof weights);
        expected = state.expected;
#ifdef NETWORK
        memcpy(layers, state.layers, sizeof layers);
#endif
        for (int job = 0; job < jobs; job++) {
            first[job] = job;
            if (pthread_create(&threads[job], NULL, thread, &first[job]))
                return 1;
        }
        for (int job = 0; job < jobs; job++)
            pthread_join(threads[job], NULL);
#ifdef NETWORK
        for (int part = 0; part < PARTS; part++) {
            first[part] = part;
            if (pthread_create(&threads[part], NULL, step_rows, &first[part]))
                return 1;
        }
        for (int part = 0; part < PARTS; part++)
            pthread_join(threads[part], NULL);
#endif
        int won = 0;
        for (int part = 0; part < PARTS; part++)
            won += parts[part].won;
        double share = (double)won / BATCH;
        double rate = RATE * (1 - (1 - END) * state.batch / batches);
        for (int i = 0; i < SIZE; i++) {
            double step = 0;
            for (int part = 0; part < PARTS; part++)
                step += parts[part].gradient[i];
            step /= BATCH;
            state.slope[i] = 0.9 * state.slope[i] + 0.1 * step;
            state.square[i] = 0.99 * state.square[i] + 0.01 * step * step;
            double weight = state.weights[i];
            weight += rate * state.slope[i] / (sqrt(state.square[i]) + 1e-6);
            state.weights[i] = weight > LIMIT ? LIMIT : weight < -LIMIT ? -LIMIT : weight;
        }
        state.expected = state.batch ? 0.9 * expected + 0.1 * share : share;
        state.batch++;
        reported += won;
        for (int part = 0; part < PARTS; part++)
            state.random[part] = parts[part].random;
        if (state.batch % REPORT == 0) {
            printf("%lu %d\n", (unsigned long)(state.batch * BATCH),
                   (int)((int64_t)reported * 1000 / (REPORT * BATCH)));
            fflush(stdout);
            reported = 0;
            if (!write_state(path)) {
                perror(path);
                return 1;
            }
        }
    }
    for (int i = 0; i < SIZE; i++)
        printf("%s%d", i ? " " : "", 128 + (int)lrint(STEPS * state.weights[i]));
#ifdef NETWORK
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < HIDDEN; i++)
            printf(" %d", 128 + (int)lrintf(UNITS * state.layers[row][i]));
#endif
    printf("\n");
    return 0;
}

static int show(const char *path) {
    uint8_t bytes[SIZE], stock[53];
    Game root;
    int read;
    FILE *file = fopen(path, "rb");
    if (!file || fread(bytes, 1, SIZE, file) != SIZE) {
        perror(path);
        return 1;
    }
#ifdef NETWORK
    if (!read_network(file))
        return 1;
#endif
    fclose(file);
    begin(&empty, 0, &root, stock);
    while ((read = read_stock(stock)) == 1) {
        printf("%d", play(&parts[0], 0, &root, stock, 52, bytes));
        for (int i = 0; i < parts[0].choices[0]; i++)
            if (parts[0].choice[0][i].of_talons)
                printf(" %d", parts[0].choice[0][i].taken);
        printf("\n");
    }
    return read != 0;
}

int main(int count, char **words) {
    prepare();
    if (count == (GROUP > 1 ? 8 : 6) && !strcmp(words[1], "tune")) {
        if (GROUP > 1 && !read_start(words[6], words[7])) {
            fprintf(stderr, "adviser_trainer: no weights or tables\n");
            return 1;
        }
        jobs = atoi(words[4]);
        jobs = jobs < 1 ? 1 : jobs > PARTS ? PARTS : jobs;
        return tune(strtoull(words[2], NULL, 10), strtoull(words[3], NULL, 10), words[5]);
    }
    if (count == 3 && !strcmp(words[1], "play"))
        return show(words[2]);
    fprintf(stderr, "usage: adviser_trainer tune GAMES SEED JOBS CHECKPOINT "
                    "[WEIGHTS TABLES] | play WEIGHTS\n");
    return 2;
}
