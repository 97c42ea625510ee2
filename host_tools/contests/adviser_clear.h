/* SPDX-License-Identifier: MIT */
/* The end of a playout: `clear` of `teletype.engines.adviser_playout`. */

/* Returns whether the tops can go on the foundations in an order that leaves none; the stock is
   empty. Makes TRIES moves at most. A move is 4 x talon + foundation - 1, plus FORCED if the card
   can go nowhere else. Two moves with different talons and foundations give the same table in
   either order; a move that would only repeat this is asleep (Godefroid, 1996). */
static int clear(Game *game) {
    enum { TRIES = 100, FORCED = 16, NONE = 32 };
    uint8_t *length = game->length, moves[52];
    unsigned sleeping[52], asleep = 0;
    for (int made = 0, tries = 0; length[0] + length[1] + length[2] + length[3];) {
        int best = NONE;
        for (int move = 0; move < 16; move++) {
            int talon = move >> 2, n = length[talon], card = n ? game->talon[talon][n - 1] : 0;
            if (!card || game->wanted[move % 4 + 1] != card)
                continue;
            if (game->need[card] == 1) {
                best = asleep >> move & 1 ? NONE : move + FORCED;
                break;
            }
            if (best == NONE && !(asleep >> move & 1))
                best = move;
        }
        if (best < NONE) {
            int talon = best >> 2 & 3, k = best % 4 + 1, card = game->wanted[k];
            if (++tries > TRIES)
                return 0;
            moves[made] = best;
            sleeping[made++] = asleep;
            asleep &= ~(15u << 4 * talon | 0x1111u << (k - 1));
            length[talon]--;
            game->need[card]--;
            card = card + k > 13 ? card + k - 13 : card + k;
            game->wanted[k] = ++game->height[k] == 13 ? 0 : card;
            continue;
        }
        do {
            if (!made)
                return 0;
            best = moves[--made];
            asleep = sleeping[made] | 1u << best % 16;
            int talon = best >> 2 & 3, k = best % 4 + 1, card = game->talon[talon][length[talon]++];
            game->need[card]++;
            game->height[k]--;
            game->wanted[k] = card;
        } while (best >= FORCED);
    }
    return 1;
}
