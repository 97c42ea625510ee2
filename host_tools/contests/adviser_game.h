/* SPDX-License-Identifier: MIT */
/* The game of Calculation and the weights of the rule of `teletype.engines.adviser`, for
   `adviser_search.c`. */

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
    OTHERS = EMPTY + 65,       /* needed rank on the talon: its best copy on other talons */
    LATE = OTHERS + 840,       /* stage of the game */
    DEEP = LATE + 1260,        /* cards on top of it */
    TWICE = DEEP + 280,        /* its second foundation */
    COPY = TWICE + 1470,       /* the card: its best copy, by whether the talon is in order */
    FIT = COPY + 1560,         /* other talons that the card would leave in order */
    LATER = FIT + 936,         /* its second foundation */
    RUN = LATER + 507,         /* chain: whether the talon's top already continues one */
    UNDER = RUN + 104,         /* talon: the delays of its top two cards */
    HIGH = UNDER + 546,        /* foundation that takes a card: its height */
    LAG = HIGH + 52,           /* its height, and the lowest other that takes the rank */
    NEXT = LAG + 169,          /* the rank it takes next */
    SOON = NEXT + 528,         /* the rank after that */
    FROM = SOON + 264,         /* the card beneath, and whether it takes it next */
    HOLD = FROM + 30,          /* card held back: its rank, other places of that */
    HELD = HOLD + 572,         /* stage of the game, and the card beneath */
    AFTER = HELD + 90,         /* the next foundation to take the rank, after the present ones */
    SIZE = AFTER + 52
};

typedef struct {
    int talons[4], heights[5], wanted[5];
    uint8_t talon[4][52];
} Table;

typedef struct {
    uint8_t length[4], talon[4][52];
    uint8_t height[5], wanted[5];
    uint8_t takes[14], unseen[14], delay[14], need[14], before[14][14];
    uint8_t second[14]; /* delay until the second foundation takes a rank */
} Game;

static uint8_t place[5][14]; /* cards that foundation k takes before a rank */

static const int near[25] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3,
                             4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6}; /* classes of delay differences */

static void prepare(void) {
    for (int k = 1; k < 5; k++)
        for (int at = 0; at < 13; at++)
            place[k][(k * (at + 1) - 1) % 13 + 1] = at;
}

static void delays(Game *game) {
    memset(game->delay, 12, sizeof game->delay);
    memset(game->second, 12, sizeof game->second);
    for (int k = 1; k < 5; k++) {
        int rank = game->wanted[k];
        for (int at = 0; at < 13 - game->height[k]; at++) {
            int later = game->delay[rank] > at ? game->delay[rank] : at;
            if (game->second[rank] > later)
                game->second[rank] = later;
            if (game->delay[rank] > at)
                game->delay[rank] = at;
            rank = rank + k > 13 ? rank + k - 13 : rank + k;
        }
    }
}

/* Plays the wanted rank to foundation k. */
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

/* Sets up the state of a table, and the stock from index 1; returns the number of its cards. */
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

/* Reads a stock from a line of standard input, the first card first; returns 1, 0 at the end of
   the input, -1 for an invalid line. */
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

/* Facts about all talons for one card. A place is 0 for the top of a talon, 1 for one or two cards
   below, 2 for deeper, 3 for none. */
typedef struct {
    uint8_t where[14], owner[14]; /* the best place of a rank, and its talon */
    uint8_t behind[14];           /* its best place on other talons */
    uint8_t kind[14];             /* class of a rank: how many are needed and unseen */
    uint8_t close[14];            /* class of its delay compared with the card's */
    uint8_t fit[4];               /* the card leaves a talon 0 in order, 1 out of order; 2: empty */
    int fits, card, wait, stage;
} Around;

static void look_around(const Game *game, int card, int left, Around *around) {
    memset(around->where, 3, sizeof around->where);
    memset(around->behind, 3, sizeof around->behind);
    around->card = card;
    around->wait = game->delay[card];
    around->stage = left * 57 >> 9;
    around->fits = 0;
    for (int r = 1; r < 14; r++) {
        int need = game->need[r];
        around->kind[r] = (need * (need - 1) >> 1) + game->unseen[r];
        around->close[r] = near[12 + game->delay[r] - around->wait];
    }
    for (int talon = 0; talon < 4; talon++) {
        int n = game->length[talon], least = 99, seen = 0;
        for (int at = n - 1; at >= 0; at--) {
            int rank = game->talon[talon][at], here = at == n - 1 ? 0 : at > n - 4 ? 1 : 2;
            if (game->delay[rank] < least)
                least = game->delay[rank];
            if (seen >> rank & 1)
                continue;
            seen |= 1 << rank;
            if (here < around->where[rank]) {
                around->behind[rank] = around->where[rank];
                around->where[rank] = here;
                around->owner[rank] = talon;
            } else if (here < around->behind[rank]) {
                around->behind[rank] = here;
            }
        }
        around->fit[talon] = n ? around->wait > least : 2;
        around->fits += around->fit[talon] == 0;
    }
    if (around->fits > 3)
        around->fits = 3;
}

/* Returns the best place, on other talons, of a rank that lies on this one. */
static int elsewhere(const Around *around, int talon, int rank) {
    return around->owner[rank] == talon ? around->behind[rank] : around->where[rank];
}

/* The features, by group. `class`: 0 for a talon's top, 1 if all cards above wait less long than
   the card to be placed, otherwise 2. `kind` and `close` are those of Around. */
static int others(int class, int kind, int place, int close) {
    return OTHERS + ((class * 10 + kind) * 4 + place) * 7 + close;
}

static int late(int class, int kind, int stage, int close) {
    return LATE + ((class * 10 + kind) * 6 + stage) * 7 + close;
}

static int deep(int above, int kind, int close) {
    return DEEP + ((above > 3 ? 3 : above) * 10 + kind) * 7 + close;
}

static int twice(int class, int kind, int second, int close) { /* also by its second delay */
    return TWICE + ((class * 7 + second) * 7 + close) * 10 + kind;
}

static int copy(const Around *around, int talon) {
    int at = around->kind[around->card] * 4 + around->where[around->card];
    return COPY + (at * 3 + around->fit[talon]) * 13 + around->wait;
}

static int fit(const Around *around, int talon) {
    int at = (around->fits - (around->fit[talon] == 0)) * 3 + around->fit[talon];
    return FIT + (at * 13 + around->wait) * 6 + around->stage;
}

static int later(const Game *game, const Around *around, int talon) {
    int at = around->fit[talon] * 13 + game->second[around->card];
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

/* A card that a foundation takes can also be held back: on its talon, or, from the stock, on any.
   That matters only if another foundation takes the rank now or later. In the functions below,
   `source` is the talon 0..3 with the card on top, or 4 for the stock. */

/* Returns the best place of a rank on the talons, without the card in question. */
static int place_of(const Game *game, int rank, int source) {
    int best = 3;
    for (int talon = 0; talon < 4; talon++) {
        int top = game->length[talon] - 1 - (talon == source);
        for (int at = top; at >= 0; at--)
            if (game->talon[talon][at] == rank) {
                int here = at == top ? 0 : at > top - 3 ? 1 : 2;
                best = here < best ? here : best;
                break;
            }
    }
    return best;
}

static int beneath(const Game *game, int source) {
    int n = source < 4 ? game->length[source] : 0;
    return source == 4 ? 14 : n > 1 ? game->delay[game->talon[source][n - 2]] : 13;
}

/* Fills in the features of playing the card to foundation k; returns their number. */
static int of_foundation(const Game *game, int k, int source, int left, uint16_t *f) {
    int height = game->height[k], lowest = 12, stage = left * 57 >> 9, wanted = 0;
    int rank = game->wanted[k], next[2], kind[2], where[2];
    for (int i = 0; i < 2; i++) {
        next[i] = (i ? next[0] : rank) + k;
        next[i] -= next[i] > 13 ? 13 : 0;
        int need = height + i < 12 ? game->need[next[i]] : 0;
        kind[i] = need ? (need * (need - 1) >> 1) + game->unseen[next[i]] : 0;
        where[i] = need ? place_of(game, next[i], source) : 3;
    }
    for (int other = 1; other < 5; other++) {
        if (other != k && game->wanted[other] == rank && game->height[other] < lowest)
            lowest = game->height[other];
        wanted |= other != k && game->wanted[other] == next[0];
    }
    int n = source < 4 ? game->length[source] : 0;
    f[0] = HIGH + 13 * (k - 1) + height;
    f[1] = LAG + 13 * height + lowest;
    f[2] = NEXT + ((kind[0] * 4 + where[0]) * 2 + wanted) * 6 + stage;
    f[3] = SOON + (kind[1] * 4 + where[1]) * 6 + stage;
    f[4] = FROM + 2 * beneath(game, source) +
           (n > 1 && height < 12 && game->talon[source][n - 2] == next[0]);
    return 5;
}

/* Fills in the features of holding it back; returns their number. */
static int of_keeping(const Game *game, int rank, int source, int left, uint16_t *f) {
    int need = game->need[rank], kind = (need * (need - 1) >> 1) + game->unseen[rank];
    int after = 0, wait = 13, stage = left * 57 >> 9;
    for (int k = 1; k < 5; k++) {
        int cards = place[k][rank] - game->height[k];
        if (cards > 0 && cards < wait) {
            wait = cards;
            after = k;
        }
    }
    f[0] = HOLD + (kind * 4 + place_of(game, rank, source)) * 13 + game->second[rank];
    f[1] = HELD + 15 * stage + beneath(game, source);
    if (!after)
        return 2;
    f[2] = AFTER + 13 * (after - 1) + game->height[after];
    return 3;
}
