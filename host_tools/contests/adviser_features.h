/* SPDX-License-Identifier: MIT */
/* The features of a talon for a card, as numbers of weights: see `adviser_game.h` for the groups.
   The file that includes this defines MOST, at least the number of features of one talon. */

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
    Around around;
    look_around(game, card, left, &around);
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
                *f++ = run(ahead, between, n, cards);
            }
            *f++ = under(game, &around, n, cards);
            f = of_card(game, &around, talon, n - 1, 0, f);
            for (int at = n - 2; at >= 0; at--) {
                int blocked = largest >= wait ? 2 : 1;
                rank = cards[at];
                *f++ = PAIR + 1750 * blocked + pair[rank];
                *f++ = RANK + 196 * blocked + 14 * card + rank;
                f = of_card(game, &around, talon, at, blocked, f);
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
        *f++ = copy(&around, talon);
        *f++ = fit(&around, talon);
        *f++ = later(game, &around, talon);
        *f++ = TOP + 182 * stage + 14 * wait + top;
        *f++ = COPIES + 182 * game->unseen[card] + 14 * wait + top;
        *f++ = OWN + 42 * own + 3 * top + (inversions > 2 ? 2 : inversions);
        count[talon] = f - feature[talon];
    }
}
