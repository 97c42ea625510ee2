/* The search of `engines.adviser` in C, because contests take millions of decisions:
   `host_tools.contests.adviser` compiles and runs it. The engine is the reference, and explains
   what is done here; a test compares decisions, wins and playouts.

       adviser_search WEIGHTS BUDGET
       adviser_search play WEIGHTS

   The lines of standard input and output are those of `host_tools.contests.adviser_worker`. A
   line that does not belong there ends it with status 1.

   `play` is for the tests, and like that of `adviser_trainer`.

   What the engine has not: the weights of `adviser_game.h` with RICH; and behind the decisions to
   be compared, which may be missing, and another comma can stand the next cards of the stock, for
   the `--known` of a contest. They come in this order in all playouts, in which their talons are
   chosen by a tree search: the one with the largest share of wins, to which a part of PULL is
   added, the more the better the rule scores it and the less it was tried (PUCT, Rosin, 2011). */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adviser_game.h"

enum { LINE = 1000, CLEARLY = 12, WIN = 32, HANDICAP = 120, NEVER = -1000000 };

typedef struct {
    int won, height, tried, number, decision, handicap, node;
} Option;

/* What is known of a talon choice with known cards: by talon the playouts, those that were won, a
   weight by the rule (0: not to be chosen) and the next choice (0: none yet). */
typedef struct {
    int tried[4], won[4], weight[4], next[4];
} Node;

static const double PULL = 0.5;

static uint8_t weights[SIZE];
static int budget;
static int known;    /* the next cards of the stock that are known */
static Node *nodes;  /* from 1 on */
static int made;     /* of them */
static Node *path[52];
static int taken[52], passed; /* the choices of a playout that are in nodes */
static uint8_t placed[53];    /* the talon of each card of the stock that went on one */

/* The scores of the talons for `card`, NEVER for an empty one that is like another; the best. */
static int choose(const Game *game, int card, int left, int scores[4]) {
    const uint8_t *delay = game->delay;
    int wait = delay[card], empty = 0, fresh = 1, best = 0, most = NEVER;
    int first[14], clear[14], blocked[14];
    for (int r = 1; r < 14; r++) {
        int n = game->need[r], at = game->unseen[r];
        if (at < n || !n) {
            at += n * (n - 1) >> 1;
            at = (at * 5 + game->before[r][card]) * 5 + game->before[card][r];
            at = at * 7 + near[12 + delay[r] - wait] + PAIR;
            first[r] = weights[at];
            clear[r] = weights[at + 1750];
            blocked[r] = weights[at + 3500];
        }
    }
#ifdef RICH
    Around around;
    int more[3][14]; /* by class and rank */
    look_around(game, card, left, &around);
    for (int r = 1; r < 14; r++)
        for (int class = 0; class < 3 && game->need[r]; class++)
            more[class][r] =
                weights[late(&around, r, class)] + weights[twice(&around, r, class)] - 512;
#endif
    int n = game->need[card], stage = left * 57 >> 9;
    const uint8_t *own = weights + OWN + 42 * ((n * (n - 1) >> 1) + game->unseen[card]);
    const uint8_t *ranks = weights + RANK + 14 * card;
    const uint8_t *tops = weights + TOP + 182 * stage + 14 * wait;
    const uint8_t *copies = weights + COPIES + 182 * game->unseen[card] + 14 * wait;
    const uint8_t *bottom = weights + BOTTOM + 14 * card;
    for (int talon = 0; talon < 4; talon++)
        empty += !game->length[talon];
    for (int talon = 0; talon < 4; talon++) {
        const uint8_t *cards = game->talon[talon];
        int score = NEVER;
        n = game->length[talon];
        if (n) {
            int rank = cards[n - 1], ahead = rank - card;
            int top = delay[rank], least = top, largest = top, inversions = 0;
            score = first[rank] + ranks[rank] - 256 * n - 1024;
            if (ahead < 0)
                ahead += 13;
            if (ahead > 0 && ahead < 5 && card != 13 && place[ahead][card] >= game->height[ahead]) {
                int between = place[ahead][card] - game->height[ahead];
                score += weights[CHAIN + 13 * (ahead - 1) + between] - 128;
#ifdef RICH
                score += weights[run(ahead, between, n, cards)] - 128;
#endif
            }
#ifdef RICH
            score += weights[under(game, &around, n, cards)] - 128;
            if (game->need[rank])
                score += more[0][rank] + weights[others(&around, talon, rank, 0)] +
                         weights[deep(&around, rank, 0)];
#endif
            for (int at = n - 2; at >= 0; at--) {
                rank = cards[at];
                if (largest < wait)
                    score += clear[rank] + ranks[196 + rank];
                else
                    score += blocked[rank] + ranks[392 + rank];
#ifdef RICH
                int class = largest < wait ? 1 : 2;
                if (game->need[rank])
                    score += more[class][rank] + weights[others(&around, talon, rank, class)] +
                             weights[deep(&around, rank, n - 1 - at)];
#endif
                if (delay[rank] < least)
                    least = delay[rank];
                if (delay[rank] < largest)
                    inversions++;
                else
                    largest = delay[rank];
            }
            score += weights[LEAST + 14 * wait + least] + weights[LARGEST + 14 * wait + largest];
            score += weights[DEPTH + 16 * stage + (n > 15 ? 15 : n)];
            score += weights[SPOILT + (8 * stage + (inversions > 7 ? 7 : inversions)) * 2 +
                             (least < wait)];
            score += bottom[cards[0]] + tops[top] + copies[top];
            score += own[3 * top + (inversions > 2 ? 2 : inversions)];
        } else if (fresh) {
            fresh = 0;
            score = weights[EMPTY + 5 * wait + empty] + bottom[0] - 640;
            score += tops[13] + copies[13] + own[39];
        }
#ifdef RICH
        if (score != NEVER)
            score += weights[copy(&around, talon)] + weights[fit(&around, talon)] +
                     weights[later(&around, talon)] - 384;
#endif
        scores[talon] = score;
        if (score > most) {
            most = score;
            best = talon;
        }
    }
    return best;
}

/* The talon for a known card, by the node at `*link` or a new one; then the link is the next. */
static int choose_known(const Game *game, int card, int left, int **link) {
    int scores[4], tried = 0, won = 0, sum = 0, best = 0;
    double most = -1;
    int fresh = !**link;
    if (fresh)
        **link = ++made;
    Node *node = nodes + **link;
    if (fresh) {
        memset(node, 0, sizeof *node);
        best = choose(game, card, left, scores);
        for (int talon = 0; talon < 4; talon++) {
            int behind = scores[best] - scores[talon];
            node->weight[talon] = 1 + (255 >> (behind < 136 ? behind / 17 : 8));
            if (scores[talon] == NEVER)
                node->weight[talon] = 0;
        }
    } else {
        for (int talon = 0; talon < 4; talon++) {
            tried += node->tried[talon];
            won += node->won[talon];
            sum += node->weight[talon];
        }
        for (int talon = 0; talon < 4; talon++) {
            double share = (double)won / tried; /* until it has one of its own */
            if (node->tried[talon])
                share = (double)node->won[talon] / node->tried[talon];
            share += PULL * sqrt(tried) * node->weight[talon] / sum / (1 + node->tried[talon]);
            if (node->weight[talon] && share > most) {
                most = share;
                best = talon;
            }
        }
    }
    path[passed] = node;
    taken[passed++] = best;
    *link = fresh ? NULL : &node->next[best];
    return best;
}

/* Plays the cards of `stock` from `turned` up to `end`; the cards on foundations then. Known ones
   by the nodes from `link` on, which is NULL without. */
static int play(Game *game, const uint8_t *stock, int turned, int end, int *link) {
    int scores[4], stale = 1, scan = turned;
    for (;;) {
        for (int talon = 0; scan && talon < 4; talon++) {
            int n = game->length[talon], k = n ? game->takes[game->talon[talon][n - 1]] : 0;
            if (k) {
                game->length[talon]--;
                lay(game, k);
                stale = 1;
                talon = -1;
            }
        }
        if (turned == end)
            return game->height[1] + game->height[2] + game->height[3] + game->height[4];
        int card = stock[turned++];
        game->unseen[card]--;
        scan = game->takes[card];
        if (scan) {
            lay(game, scan);
            stale = 1;
            continue;
        }
        if (stale)
            delays(game);
        stale = 0;
        int talon = link && turned <= known + 1 ? choose_known(game, card, end - turned, &link)
                                                : choose(game, card, end - turned, scores);
        placed[turned - 1] = talon;
        game->talon[talon][game->length[talon]++] = card;
    }
}

static uint32_t shuffle(uint32_t seed, int at, uint8_t *cards) {
    for (; at > 1; at--) {
        seed = (seed * 29773421 + 12345) & 0x3FFFFFFF;
        int other = ((seed >> 14) * at >> 16) + 1;
        uint8_t card = cards[at];
        cards[at] = cards[other];
        cards[other] = card;
    }
    return seed;
}

/* The decisions worth a thought, `options` of the engine; how many. */
static int options(const Table *table, int hand, int decisions[16]) {
    int count = 0, fresh = 1, alone = 1;
    if (hand) {
        for (int k = 1; k < 5; k++)
            if (table->wanted[k] == hand)
                decisions[count++] = k + 4;
        for (int talon = 1; talon < 5 && (!count || decisions[0] < 5); talon++)
            if (table->talons[talon - 1] || fresh) {
                fresh &= table->talons[talon - 1] > 0;
                decisions[count++] = talon;
            }
        return count;
    }
    for (int talon = 1; talon < 5; talon++) {
        int n = table->talons[talon - 1];
        for (int k = 1; n && k < 5; k++)
            if (table->wanted[k] == table->talon[talon - 1][n - 1])
                decisions[count++] = 10 * talon + k + 4;
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            alone &= decisions[i] / 10 != decisions[j] / 10 && decisions[i] % 10 != decisions[j] % 10;
    if (!count)
        decisions[count++] = 0;
    return alone ? 1 : count;
}

/* Plays on from `decision`; how many cards lie on foundations at the end. */
static int playout(const Game *root, int hand, int decision, uint8_t *stock, int count, int *link) {
    Game game = *root;
    int talon = decision / 10, stack = decision % 10;
    if (stack > 4) {
        int card = talon ? game.talon[talon - 1][--game.length[talon - 1]] : hand;
        stock[0] = card;
        game.takes[card] = stack - 4;
        game.unseen[card]++;
    } else if (stack) {
        game.talon[stack - 1][game.length[stack - 1]++] = hand;
    }
    passed = 0;
    int height = play(&game, stock, stack <= 4, count + 1, known ? link : NULL);
    while (passed--) {
        path[passed]->tried[taken[passed]]++;
        path[passed]->won[taken[passed]] += height == 52;
    }
    return height;
}

/* Wins, less the handicap, in parts of WIN. */
static int points(const Option *option) {
    return WIN * option->won - option->handicap;
}

static int order(const void *one, const void *two) {
    const Option *a = one, *b = two;
    if (points(a) != points(b))
        return points(b) - points(a);
    return a->height != b->height ? b->height - a->height : a->number - b->number;
}

/* The best option first; in `behind` the one that was given up last as clearly behind. */
static void search(const Table *table, int hand, const int compared[2], const int *next,
                   Option option[16], Option *behind) {
    int decisions[16], scores[4], rounds = 1, done = 0, at = 0;
    int n = compared[0] < 0 ? options(table, hand, decisions) : 2;
    uint32_t seed = 1;
    uint8_t stock[53];
    Game root;
    int cards = begin(table, hand, &root, stock);
    for (int i = 0; i < known; i++) { /* before the others, which stay sorted */
        int from = i + 1;
        while (from < cards && stock[from] != next[i])
            from++;
        memmove(stock + i + 2, stock + i + 1, from - i - 1);
        stock[i + 1] = next[i];
    }
    if (compared[0] >= 0)
        memcpy(decisions, compared, sizeof(int[2]));
    while (1 << rounds < n)
        rounds++;
    int several = n > 1, total = (several ? budget : budget / 4) / (cards + 8);
    if (total < n)
        total = n;
    int share = total / rounds < n ? n : total / rounds, end = share;
    if (known) {
        nodes = realloc(nodes, (total + 1) * sizeof *nodes);
        made = 0;
        if (!nodes)
            exit(1);
    }
    memset(behind, 0, sizeof *behind);
    memset(option, 0, sizeof(Option[16]));
    for (int i = 0; i < n; i++)
        option[option[i].number = i].decision = decisions[i];
    if (hand && compared[0] < 0 && several && decisions[0] < 5) {
        delays(&root);
        int best = scores[choose(&root, hand, cards, scores)];
        for (int i = 0; i < n; i++) {
            int points = best - scores[decisions[i] - 1];
            option[i].handicap = points < HANDICAP ? points : HANDICAP;
        }
    }
    while (done < total) {
        if (!at)
            seed = shuffle(seed, cards - known, stock + known);
        int height = playout(&root, hand, option[at].decision, stock, cards, &option[at].node);
        option[at].won += height == 52;
        option[at].height += height;
        option[at].tried++;
        done++;
        if (++at < n)
            continue;
        at = 0;
        int kept = n;
        if (done >= end) {
            end += share;
            kept = (n + 1) / 2;
        } else if (option[0].tried & 15) {
            continue;
        }
        qsort(option, n, sizeof *option, order);
        for (n = kept; n > 1; *behind = option[--n]) {
            int wins = (points(&option[0]) - points(&option[n - 1])) / WIN;
            if (wins * wins <= CLEARLY * option[0].tried)
                break;
        }
        if (n == 1 && several)
            total = done;
    }
    qsort(option, n, sizeof *option, order);
}

/* Reads the numbers of one part of a line into `numbers`; how many, -1 if they are none. */
static int read_part(char **at, int most, int numbers[]) {
    int count = 0;
    for (;; count++) {
        while (**at == ' ' || **at == '\n')
            ++*at;
        if (!**at || **at == ',') {
            *at += **at == ',';
            return count;
        }
        char *start = *at;
        long number = strtol(start, at, 10);
        if (*at == start || count == most || number < 0 || number > 99)
            return -1;
        numbers[count] = number;
    }
}

/* The table, the hand, what is to be compared (-1: nothing) and the next cards, `known` many, of a
   line; whether it is one. */
static int read_line(char *line, Table *table, int *hand, int compared[2], int next[52]) {
    int numbers[52], unseen[14];
    memset(table, 0, sizeof *table);
    for (int r = 0; r < 14; r++)
        unseen[r] = 4;
    if (read_part(&line, 5, numbers) != 5 || numbers[0] > 13)
        return 0;
    *hand = numbers[0];
    unseen[*hand]--;
    for (int k = 1; k < 5; k++) {
        int height = table->heights[k] = numbers[k];
        if (height > 13)
            return 0;
        table->wanted[k] = height < 13 ? (k * (height + 1) - 1) % 13 + 1 : 0;
        for (int r = 1; r < 14; r++)
            unseen[r] -= place[k][r] < height;
    }
    for (int talon = 0; talon < 4; talon++) {
        int count = table->talons[talon] = read_part(&line, 52, numbers);
        for (int at = 0; at < count; at++) {
            if (numbers[at] < 1 || numbers[at] > 13)
                return 0;
            table->talon[talon][at] = numbers[at];
            unseen[numbers[at]]--;
        }
        if (count < 0)
            return 0;
    }
    int count = read_part(&line, 2, numbers);
    known = read_part(&line, 52, next);
    for (int i = 0; i < known; i++) {
        if (next[i] < 1 || next[i] > 13)
            return 0;
        unseen[next[i]]--;
    }
    for (int r = 1; r < 14; r++)
        if (unseen[r] < 0)
            return 0;
    compared[0] = count == 2 ? numbers[0] : -1;
    compared[1] = count == 2 ? numbers[1] : -1;
    for (int i = 0; i < 2 && count == 2; i++) {
        int talon = compared[i] / 10, stack = compared[i] % 10;
        if (talon > 4 || stack > 8 || (talon && (stack < 5 || !table->talons[talon - 1])))
            return 0;
        if (stack && !talon && !*hand)
            return 0;
    }
    return (count == 0 || count == 2) && known >= 0 && !*line;
}

static int show(void) {
    static const Table empty = {.wanted = {0, 1, 2, 3, 4}};
    uint8_t stock[53];
    Game game;
    int read;
    while ((read = read_stock(stock + 1)) == 1) {
        uint8_t sorted[53];
        begin(&empty, 0, &game, sorted);
        memset(placed, 4, sizeof placed);
        printf("%d", play(&game, stock, 1, 53, NULL));
        for (int at = 1; at < 53; at++)
            if (placed[at] < 4)
                printf(" %d", placed[at]);
        printf("\n");
    }
    return read != 0;
}

int main(int count, char **words) {
    int shown = count == 3 && !strcmp(words[1], "play");
    FILE *file = count == 3 ? fopen(words[1 + shown], "rb") : NULL;
    if (!file || fread(weights, 1, SIZE, file) != SIZE || fgetc(file) != EOF) {
        fprintf(stderr, "usage: adviser_search WEIGHTS BUDGET | play WEIGHTS\n");
        return 2;
    }
    fclose(file);
    prepare();
    if (shown)
        return show();
    budget = atoi(words[2]);
    char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        Table table;
        Option option[16], behind;
        int hand = 0, compared[2], next[52];
        if (!read_line(line, &table, &hand, compared, next)) {
            fprintf(stderr, "adviser_search: no table: %s\n", line);
            return 1;
        }
        search(&table, hand, compared, next, option, &behind);
        printf("%d %d %d", option[0].decision, option[0].won, option[0].tried);
        if (compared[0] >= 0)
            printf(" %d %d", behind.won, behind.tried);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
