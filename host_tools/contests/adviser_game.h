/* SPDX-License-Identifier: MIT */
/* The game of Calculation and the weights of a rule, for the programs in C beside it.

   There are two rules. The weights of `engines.adviser` are those that the handheld has room for.
   With RICH defined there are more groups of them, for the budget of the host: they also ask where
   else a rank lies, how deep, how late in the game, and which foundation takes it second. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    TOP = 0,
    COPIES = TOP + 6 * 182,
    OWN = COPIES + 4 * 182,
    PAIR = OWN + 10 * 42,
    RANK = PAIR + 3 * 1750,
    LEAST = RANK + 3 * 196,
    LARGEST = LEAST + 182,
    BOTTOM = LARGEST + 182,
    CHAIN = BOTTOM + 196,
    DEPTH = CHAIN + 52,
    SPOILT = DEPTH + 96,
    EMPTY = SPOILT + 96,
#ifdef RICH
    OTHERS = EMPTY + 65,       /* of a needed rank on the talon: its best copy on other talons */
    LATE = OTHERS + 840,       /* the stage of the game */
    DEEP = LATE + 1260,        /* the cards on it */
    TWICE = DEEP + 280,        /* its second foundation */
    COPY = TWICE + 1470,       /* of the card: its best copy, by whether the talon is in order */
    FIT = COPY + 1560,         /* the other talons that it would leave in order */
    LATER = FIT + 936,         /* its second foundation */
    RUN = LATER + 507,         /* of a chain: whether the talon's top goes on with one already */
    UNDER = RUN + 104,         /* of the talon: the delays of its first two cards */
    SIZE = UNDER + 546
#else
    SIZE = EMPTY + 65
#endif
};

typedef struct {
    int talons[4], heights[5], wanted[5];
    uint8_t talon[4][52];
} Table;

typedef struct {
    uint8_t length[4], talon[4][52];
    uint8_t height[5], wanted[5];
    uint8_t takes[14], unseen[14], delay[14], need[14], before[14][14];
} Game;

static uint8_t place[5][14]; /* cards that foundation k takes before a rank */

static const int near[25] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3,
                             4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6}; /* differences of delays */

static void prepare(void) {
    for (int k = 1; k < 5; k++)
        for (int at = 0; at < 13; at++)
            place[k][(k * (at + 1) - 1) % 13 + 1] = at;
}

static void delays(Game *game) {
    memset(game->delay, 12, sizeof game->delay);
    for (int k = 1; k < 5; k++) {
        int rank = game->wanted[k];
        for (int at = 0; at < 13 - game->height[k]; at++) {
            if (game->delay[rank] > at)
                game->delay[rank] = at;
            rank = rank + k > 13 ? rank + k - 13 : rank + k;
        }
    }
}

/* Foundation k takes the rank that it wants. */
static void lay(Game *game, int k) {
    int rank = game->wanted[k], height = ++game->height[k], next = rank;
    game->need[rank]--;
    for (int other = 1; other < 14; other++)
        game->before[rank][other]--;
    for (int at = height; at < 13; at++) {
        next = next + k > 13 ? next + k - 13 : next + k;
        game->before[next][rank]++;
        if (at == height)
            game->wanted[k] = next;
    }
    if (height == 13)
        game->wanted[k] = 0;
    game->takes[rank] = 0;
    for (int j = 1; j < 5; j++) {
        int wanted = game->wanted[j], lowest = game->takes[wanted];
        if (!lowest || game->height[j] < game->height[lowest])
            game->takes[wanted] = j;
    }
    game->takes[0] = 0;
}

/* The state of a table, and the stock, from 1 on; how many cards that has. */
static int begin(const Table *table, int hand, Game *game, uint8_t stock[53]) {
    int count = 0;
    memset(game, 0, sizeof *game);
    for (int r = 1; r < 14; r++)
        game->unseen[r] = 4;
    game->unseen[hand]--;
    for (int talon = 0; talon < 4; talon++) {
        game->length[talon] = table->talons[talon];
        memcpy(game->talon[talon], table->talon[talon], 52);
        for (int at = 0; at < table->talons[talon]; at++)
            game->unseen[table->talon[talon][at]]--;
    }
    for (int k = 1; k < 5; k++) {
        int height = game->height[k] = table->heights[k];
        game->wanted[k] = table->wanted[k];
        for (int r = 1; r < 14; r++) {
            game->unseen[r] -= place[k][r] < height;
            game->need[r] += place[k][r] >= height;
            for (int other = 1; other < 14; other++)
                game->before[r][other] +=
                    place[k][r] >= height &&
                    !(height <= place[k][other] && place[k][other] < place[k][r]);
        }
    }
    for (int r = 1; r < 14; r++)
        for (int i = 0; i < game->unseen[r]; i++)
            stock[++count] = r;
    for (int k = 1; k < 5; k++) {
        int lowest = game->takes[game->wanted[k]];
        if (!lowest || game->height[k] < game->height[lowest])
            game->takes[game->wanted[k]] = k;
    }
    game->takes[0] = 0;
    return count;
}

/* A line of standard input with a stock, the first card first: 1, at the end 0, damaged -1. */
static int read_stock(uint8_t stock[52]) {
    for (int i = 0; i < 52; i++) {
        int card, read = scanf("%d", &card);
        if (read == EOF && i == 0)
            return 0;
        if (read != 1 || card < 1 || card > 13) {
            fprintf(stderr, "a stock is 52 ranks 1..13\n");
            return -1;
        }
        stock[i] = card;
    }
    return 1;
}

#ifdef RICH
/* What the further groups ask about all talons at once, for one card. */
typedef struct {
    uint8_t second[14];   /* delays of the foundation that takes a rank second */
    uint8_t where[4][14]; /* by talon: the best copy of a rank is 0 the top, 1 one or two below,
                             2 deeper, 3 not there */
    uint8_t kind[14];     /* of a rank, how many are needed and unseen */
    uint8_t close[14];    /* its delay against that of the card */
    uint8_t fit[4];       /* the card leaves a talon 0 in order, 1 out of it; 2: empty */
    int fits, card, wait, stage;
} Around;

static void look_around(const Game *game, int card, int left, Around *around) {
    uint8_t *second = around->second, first[14];
    memset(first, 12, sizeof first);
    memset(second, 12, sizeof around->second);
    memset(around->where, 3, sizeof around->where);
    around->card = card;
    around->wait = game->delay[card];
    around->stage = left * 57 >> 9;
    around->fits = 0;
    for (int k = 1; k < 5; k++) {
        int rank = game->wanted[k];
        for (int at = 0; at < 13 - game->height[k]; at++) {
            if (at < first[rank]) {
                second[rank] = first[rank];
                first[rank] = at;
            } else if (at < second[rank]) {
                second[rank] = at;
            }
            rank = rank + k > 13 ? rank + k - 13 : rank + k;
        }
    }
    for (int r = 1; r < 14; r++) {
        int need = game->need[r];
        around->kind[r] = (need * (need - 1) >> 1) + game->unseen[r];
        around->close[r] = near[12 + game->delay[r] - around->wait];
    }
    for (int talon = 0; talon < 4; talon++) {
        int n = game->length[talon], least = 99;
        for (int at = 0; at < n; at++) {
            int rank = game->talon[talon][at], deep = n - 1 - at;
            around->where[talon][rank] = deep == 0 ? 0 : deep < 3 ? 1 : 2;
            if (game->delay[rank] < least)
                least = game->delay[rank];
        }
        around->fit[talon] = n ? around->wait > least : 2;
        around->fits += around->fit[talon] == 0;
    }
    if (around->fits > 3)
        around->fits = 3;
}

/* Where the best copy of a rank lies on talons other than this one (-1: on any). */
static int elsewhere(const Around *around, int talon, int rank) {
    int best = 3;
    for (int other = 0; other < 4; other++)
        if (other != talon && around->where[other][rank] < best)
            best = around->where[other][rank];
    return best;
}

/* The features, by group. `class`: 0 a talon's top, 1 no card above waits as long as the card that
   comes, 2 one does. */
static int others(const Around *around, int talon, int rank, int class) {
    int at = (class * 10 + around->kind[rank]) * 4 + elsewhere(around, talon, rank);
    return OTHERS + at * 7 + around->close[rank];
}

static int late(const Around *around, int rank, int class) {
    int at = (class * 10 + around->kind[rank]) * 6 + around->stage;
    return LATE + at * 7 + around->close[rank];
}

static int deep(const Around *around, int rank, int above) {
    return DEEP + ((above > 3 ? 3 : above) * 10 + around->kind[rank]) * 7 + around->close[rank];
}

static int twice(const Around *around, int rank, int class) {
    int at = class * 7 + near[12 + around->second[rank] - around->wait];
    return TWICE + (at * 7 + around->close[rank]) * 10 + around->kind[rank];
}

static int copy(const Around *around, int talon) {
    int at = around->kind[around->card] * 4 + elsewhere(around, -1, around->card);
    return COPY + (at * 3 + around->fit[talon]) * 13 + around->wait;
}

static int fit(const Around *around, int talon) {
    int at = (around->fits - (around->fit[talon] == 0)) * 3 + around->fit[talon];
    return FIT + (at * 13 + around->wait) * 6 + around->stage;
}

static int later(const Around *around, int talon) {
    int at = around->fit[talon] * 13 + around->second[around->card];
    return LATER + at * 13 + around->wait;
}

static int run(int k, int cards, int n, const uint8_t *talon) {
    int step = n > 1 ? talon[n - 2] - talon[n - 1] : 0;
    return RUN + 26 * (k - 1) + 2 * cards + ((step < 0 ? step + 13 : step) == k);
}

static int under(const Game *game, const Around *around, int n, const uint8_t *talon) {
    int top = game->delay[talon[n - 1]], side = top < around->wait ? 0 : top == around->wait ? 1 : 2;
    return UNDER + 182 * side + (n > 1 ? 13 * top + game->delay[talon[n - 2]] : 169 + top);
}
#endif
