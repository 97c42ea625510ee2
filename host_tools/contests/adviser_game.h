/* SPDX-License-Identifier: MIT */
/* The game of Calculation and the weights of `engines.adviser`, for the programs in C beside it. */

#include <stdint.h>
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
    SIZE = EMPTY + 65
};

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
