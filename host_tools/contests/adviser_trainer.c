/* Learns the weights of `engines.adviser`. In C, because it plays tens of millions of games: it is
   `python3 -m host_tools calculation tune` that compiles and runs it.

       adviser_trainer tune GAMES SEED JOBS CHECKPOINT
       adviser_trainer play WEIGHTS

   `tune` plays whole games by the rule of the playouts, but takes each talon by chance, with the
   scores as logits. After every BATCH games the weights follow the gradient of the share of games
   won (REINFORCE, Williams, 1992, with the running share as baseline; steps by Adam, Kingma and
   Ba, 2014). The games of a batch come from PARTS streams of random numbers, and what these have
   brought is added up in their order, so that the result does not depend on JOBS, the number of
   threads. After every REPORT batches the line `games won-per-mille` is printed and the state is
   written to CHECKPOINT, from where the same command goes on; the last line has the weights as
   bytes.

   `play` is for the tests. Each line of standard input is a stock of 52 ranks, the first card
   first; a line of standard output has the cards that its playout, with the bytes in the file
   WEIGHTS, leaves on foundations, and the talon (0..3) of each card that went on one.

   The features are those of `engines.adviser`, which explains them, with the same numbers. */

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adviser_game.h"

enum { BATCH = 10000, PARTS = 8, REPORT = 10, MOST = 160 };

static const double RATE = 0.06;  /* the step of Adam in logits, at the beginning */
static const double END = 0.05;   /* the part of it that is left at the end */
static const double LIMIT = 5.2;  /* the largest weight, in logits */
static const double STEPS = 24;   /* a logit in the bytes that are printed */

static void start(Game *game) {
    memset(game, 0, sizeof *game);
    for (int k = 1; k < 5; k++)
        game->wanted[k] = game->takes[k] = k;
    for (int r = 1; r < 14; r++) {
        game->unseen[r] = game->need[r] = 4;
        for (int c = 1; c < 14; c++)
            for (int k = 1; k < 5; k++)
                game->before[r][c] += place[k][r] <= place[k][c];
    }
}

/* The features of `card` on each talon; a count of 0 where a talon is like another. */
static void describe(const Game *game, int card, int left, int count[4], int feature[4][MOST]) {
    const uint8_t *delay = game->delay;
    int wait = delay[card], stage = left * 57 >> 9, empty = 0, fresh = 1, pair[14];
    int own = (game->need[card] * (game->need[card] - 1) >> 1) + game->unseen[card];
    for (int talon = 0; talon < 4; talon++)
        empty += !game->length[talon];
    for (int r = 1; r < 14; r++) {
        int need = game->need[r];
        pair[r] = (need * (need - 1) >> 1) + game->unseen[r];
        pair[r] = (pair[r] * 5 + game->before[r][card]) * 5 + game->before[card][r];
        pair[r] = pair[r] * 7 + near[12 + delay[r] - wait];
    }
    for (int talon = 0; talon < 4; talon++) {
        int *f = feature[talon], n = game->length[talon], top = 13, inversions = 0;
        if (n) {
            const uint8_t *cards = game->talon[talon];
            int rank = cards[n - 1], least = delay[rank], largest = least, ahead = rank - card;
            top = least;
            *f++ = PAIR + pair[rank];
            *f++ = RANK + 14 * card + rank;
            if (ahead < 0)
                ahead += 13;
            if (ahead > 0 && ahead < 5 && card != 13 && place[ahead][card] >= game->height[ahead])
                *f++ = CHAIN + 13 * (ahead - 1) + place[ahead][card] - game->height[ahead];
            for (int at = n - 2; at >= 0; at--) {
                int blocked = largest >= wait ? 2 : 1;
                rank = cards[at];
                *f++ = PAIR + 1750 * blocked + pair[rank];
                *f++ = RANK + 196 * blocked + 14 * card + rank;
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
        *f++ = TOP + 182 * stage + 14 * wait + top;
        *f++ = COPIES + 182 * game->unseen[card] + 14 * wait + top;
        *f++ = OWN + 42 * own + 3 * top + (inversions > 2 ? 2 : inversions);
        count[talon] = f - feature[talon];
    }
}

typedef struct {
    int taken, count[4], feature[4][MOST];
    double chance[4];
} Choice;

typedef struct {
    uint64_t random;
    int choices, won;
    Choice choice[52];
    double gradient[SIZE];
} Part;

static double weights[SIZE];
static double expected;  /* the share of games won so far */
static Part parts[PARTS];
static int jobs;

/* SplitMix64: G. L. Steele, D. Lea and C. H. Flood, 2014. */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void by_chance(Choice *choice, uint64_t *random) {
    double score[4], most = -1e9, total = 0;
    for (int talon = 0; talon < 4; talon++) {
        score[talon] = 0;
        for (int i = 0; i < choice->count[talon]; i++)
            score[talon] += weights[choice->feature[talon][i]];
        if (choice->count[talon] && score[talon] > most)
            most = score[talon];
    }
    for (int talon = 0; talon < 4; talon++) {
        choice->chance[talon] = choice->count[talon] ? exp(score[talon] - most) : 0;
        total += choice->chance[talon];
    }
    double left = (next(random) >> 11) * 0x1p-53 * total;
    choice->taken = -1;
    for (int talon = 0; talon < 4; talon++) {
        if (choice->chance[talon] > 0 && (choice->taken < 0 || left >= 0))
            choice->taken = talon;
        left -= choice->chance[talon];
        choice->chance[talon] /= total;
    }
}

static void by_bytes(Choice *choice, const uint8_t *bytes) {
    int most = -1000000;
    for (int talon = 0; talon < 4; talon++) {
        int score = 0;
        for (int i = 0; i < choice->count[talon]; i++)
            score += bytes[choice->feature[talon][i]] - 128;
        if (choice->count[talon] && score > most) {
            most = score;
            choice->taken = talon;
        }
    }
}

/* Plays a stock; the cards on foundations at the end. With `bytes` by these, else by chance. */
static int play(Part *part, const uint8_t *stock, const uint8_t *bytes) {
    Game game;
    int stale = 1;
    start(&game);
    part->choices = 0;
    for (int at = 0; at < 52; at++) {
        int card = stock[at];
        game.unseen[card]--;
        if (game.takes[card]) {
            lay(&game, game.takes[card]);
            stale = 1;
            for (int talon = 0; talon < 4; talon++) {
                int n = game.length[talon], k = n ? game.takes[game.talon[talon][n - 1]] : 0;
                if (k) {
                    game.length[talon]--;
                    lay(&game, k);
                    talon = -1;
                }
            }
            continue;
        }
        if (stale)
            delays(&game);
        stale = 0;
        Choice *choice = &part->choice[part->choices++];
        describe(&game, card, 51 - at, choice->count, choice->feature);
        if (bytes)
            by_bytes(choice, bytes);
        else
            by_chance(choice, &part->random);
        game.talon[choice->taken][game.length[choice->taken]++] = card;
    }
    return game.height[1] + game.height[2] + game.height[3] + game.height[4];
}

static void learn(Part *part) {
    uint8_t stock[52];
    memset(part->gradient, 0, sizeof part->gradient);
    part->won = 0;
    for (int i = 0; i < 52; i++)
        stock[i] = i / 4 + 1;
    for (int game = 0; game < BATCH / PARTS; game++) {
        for (int i = 51; i; i--) {
            int other = (next(&part->random) >> 32) * (i + 1) >> 32;
            uint8_t card = stock[i];
            stock[i] = stock[other];
            stock[other] = card;
        }
        int won = play(part, stock, NULL) == 52;
        part->won += won;
        for (int i = 0; i < part->choices; i++) {
            Choice *choice = &part->choice[i];
            for (int talon = 0; talon < 4; talon++) {
                double step = ((talon == choice->taken) - choice->chance[talon]) * (won - expected);
                for (int j = 0; j < choice->count[talon]; j++)
                    part->gradient[choice->feature[talon][j]] += step;
            }
        }
    }
}

static void *thread(void *first) {
    for (int part = *(int *)first; part < PARTS; part += jobs)
        learn(&parts[part]);
    return NULL;
}

/* All that a run goes on from. */
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
    uint8_t bytes[SIZE], stock[52];
    FILE *file = fopen(path, "rb");
    if (!file || fread(bytes, 1, SIZE, file) != SIZE) {
        perror(path);
        return 1;
    }
    fclose(file);
    for (;;) {
        for (int i = 0; i < 52; i++) {
            int card, read = scanf("%d", &card);
            if (read == EOF && i == 0)
                return 0;
            if (read != 1 || card < 1 || card > 13) {
                fprintf(stderr, "a stock is 52 ranks 1..13\n");
                return 1;
            }
            stock[i] = card;
        }
        printf("%d", play(&parts[0], stock, bytes));
        for (int i = 0; i < parts[0].choices; i++)
            printf(" %d", parts[0].choice[i].taken);
        printf("\n");
    }
}

int main(int count, char **words) {
    prepare();
    if (count == 6 && !strcmp(words[1], "tune")) {
        jobs = atoi(words[4]);
        jobs = jobs < 1 ? 1 : jobs > PARTS ? PARTS : jobs;
        return tune(strtoull(words[2], NULL, 10), strtoull(words[3], NULL, 10), words[5]);
    }
    if (count == 3 && !strcmp(words[1], "play"))
        return show(words[2]);
    fprintf(stderr, "usage: adviser_trainer tune GAMES SEED JOBS CHECKPOINT | play WEIGHTS\n");
    return 2;
}
