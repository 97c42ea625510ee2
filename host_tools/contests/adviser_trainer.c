/* Learns the weights of a rule of `adviser_game.h`. It is in C because it plays tens of millions of
   games. `python3 -m host_tools calculation tune` compiles and runs it.

       adviser_trainer tune GAMES SEED JOBS CHECKPOINT [WEIGHTS TABLES]
       adviser_trainer play WEIGHTS

   `tune` plays whole games by the rule of the playouts, but draws each talon (with FULL also each
   foundation) at random, with the scores as logits. After every BATCH games the weights follow the
   gradient of the share of games won (REINFORCE, Williams, 1992, with the running share as
   baseline; steps by Adam, Kingma and Ba, 2014).

   With FULL the weights start from the bytes of the first rule in the file WEIGHTS. Nine games in
   ten continue from a table in the file TABLES. Each is played GROUP times; the baseline of a game
   is the share that the others of its group win.

   The games of a batch use PARTS streams of random numbers, and their gradients are added in order.
   So the result does not depend on JOBS, the number of threads. After every REPORT batches `tune`
   prints the line `games won-per-mille` and writes its state to CHECKPOINT, from which the same
   command continues. The last line has the weights as bytes.

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

#ifdef FULL
enum { GROUP = 5, MOST = 420, CHOICES = 520 };
static const double RATE = 0.025; /* initial step of Adam, in logits */
static const double KEEP = -4;    /* initial weight of holding a card back */
#else
enum { GROUP = 1, MOST = 160, CHOICES = 52 };
static const double RATE = 0.06;
#endif

enum { BATCH = 10000, PARTS = 8, REPORT = 10, RECORD = 52 };

static const double END = 0.05;   /* final step, as a part of RATE */
static const double LIMIT = 5.2;  /* the largest weight, in logits */
static const double STEPS = 24;   /* units of the printed bytes per logit */

#ifdef FULL
/* Writes the additional features of the card `at` of a talon to `f`; returns the end. */
static uint16_t *of_card(const Game *game, const Around *around, int talon, int at, int class,
                         uint16_t *f) {
    int rank = game->talon[talon][at], kind = around->kind[rank], close = around->close[rank];
    *f++ = others(class, kind, elsewhere(around, talon, rank), close);
    *f++ = late(class, kind, around->stage, close);
    *f++ = deep(game->length[talon] - 1 - at, kind, close);
    *f++ = twice(class, kind, near[12 + game->second[rank] - around->wait], close);
    return f;
}
#endif

/* Fills in the features of `card` on each talon; a talon equal to another gets a count of 0. */
static void describe(const Game *game, int card, int left, int count[5], uint16_t feature[5][MOST]) {
    const uint8_t *delay = game->delay;
    int wait = delay[card], stage = left * 57 >> 9, empty = 0, fresh = 1, pair[14];
    int own = (game->need[card] * (game->need[card] - 1) >> 1) + game->unseen[card];
    count[4] = 0;
    for (int talon = 0; talon < 4; talon++)
        empty += !game->length[talon];
    for (int r = 1; r < 14; r++) {
        int need = game->need[r];
        pair[r] = (need * (need - 1) >> 1) + game->unseen[r];
        pair[r] = (pair[r] * 5 + game->before[r][card]) * 5 + game->before[card][r];
        pair[r] = pair[r] * 7 + near[12 + delay[r] - wait];
    }
#ifdef FULL
    Around around;
    look_around(game, card, left, &around);
#endif
    for (int talon = 0; talon < 4; talon++) {
        uint16_t *f = feature[talon];
        int n = game->length[talon], top = 13, inversions = 0;
        if (n) {
            const uint8_t *cards = game->talon[talon];
            int rank = cards[n - 1], least = delay[rank], largest = least, ahead = rank - card;
            top = least;
            *f++ = PAIR + pair[rank];
            *f++ = RANK + 14 * card + rank;
            if (ahead < 0)
                ahead += 13;
            if (ahead > 0 && ahead < 5 && card != 13 && place[ahead][card] >= game->height[ahead]) {
                int between = place[ahead][card] - game->height[ahead];
                *f++ = CHAIN + 13 * (ahead - 1) + between;
#ifdef FULL
                *f++ = run(ahead, between, n, cards);
#endif
            }
#ifdef FULL
            *f++ = under(game, &around, n, cards);
            f = of_card(game, &around, talon, n - 1, 0, f);
#endif
            for (int at = n - 2; at >= 0; at--) {
                int blocked = largest >= wait ? 2 : 1;
                rank = cards[at];
                *f++ = PAIR + 1750 * blocked + pair[rank];
                *f++ = RANK + 196 * blocked + 14 * card + rank;
#ifdef FULL
                f = of_card(game, &around, talon, at, blocked, f);
#endif
                if (delay[rank] < least)
                    least = delay[rank];
                if (delay[rank] < largest)
                    inversions++;
                else
                    largest = delay[rank];
            }
            *f++ = LEAST + 14 * wait + least;
            *f++ = LARGEST + 14 * wait + largest;
            *f++ = DEPTH + 16 * stage + (n > 15 ? 15 : n);
            *f++ = SPOILT + (8 * stage + (inversions > 7 ? 7 : inversions)) * 2 + (least < wait);
            *f++ = BOTTOM + 14 * card + cards[0];
        } else {
            if (!fresh) {
                count[talon] = 0;
                continue;
            }
            fresh = 0;
            *f++ = EMPTY + 5 * wait + empty;
            *f++ = BOTTOM + 14 * card;
        }
#ifdef FULL
        *f++ = copy(&around, talon);
        *f++ = fit(&around, talon);
        *f++ = later(game, &around, talon);
#endif
        *f++ = TOP + 182 * stage + 14 * wait + top;
        *f++ = COPIES + 182 * game->unseen[card] + 14 * wait + top;
        *f++ = OWN + 42 * own + 3 * top + (inversions > 2 ? 2 : inversions);
        count[talon] = f - feature[talon];
    }
}

typedef struct {
    int of_talons; /* else of foundations, where 0 holds the card back */
    int taken, count[5];
    uint16_t feature[5][MOST];
    double chance[5];
} Choice;

typedef struct {
    uint64_t random;
    int choices[GROUP], won;
    Choice choice[GROUP][CHOICES];
    double gradient[SIZE];
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

static void by_chance(Choice *choice, uint64_t *random) {
    double score[5], most = -1e9, total = 0;
    for (int option = 0; option < 5; option++) {
        score[option] = 0;
        for (int i = 0; i < choice->count[option]; i++)
            score[option] += weights[choice->feature[option][i]];
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
   end. `turn`: number of the game in its group. `bytes`: weights that choose; NULL: choose at
   random. */
static int play(Part *part, int turn, const Game *root, const uint8_t *stock, int count,
                const uint8_t *bytes) {
    Game game = *root;
    int stale = 1, scan = 0;
    part->choices[turn] = 0;
    for (int at = 0;; at++) {
        int left = count - at, kept = 0;
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
} State;

static State state;

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
}

/* Reads the bytes of the first rule as weights, and the tables; returns whether both are valid. */
static int read_start(const char *bytes, const char *path) {
    FILE *file = fopen(bytes, "rb");
    int byte, count = 0;
    while (file && count < SIZE && (byte = fgetc(file)) != EOF)
        weights[count++] = (byte - 128) / STEPS;
#ifdef FULL
    for (int i = 0; i < 52; i++)
        weights[HIGH + i] = 5 - 0.8 * (i % 13); /* prefer the lowest, like the first rule, */
    for (int i = HELD; i < AFTER; i++)
        weights[i] = KEEP; /* and rarely hold a card back */
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
        for (int job = 0; job < jobs; job++) {
            first[job] = job;
            if (pthread_create(&threads[job], NULL, thread, &first[job]))
                return 1;
        }
        for (int job = 0; job < jobs; job++)
            pthread_join(threads[job], NULL);
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
