/* The search of `teletype.engines.adviser` in C, because contests make millions of decisions.
   `host_tools.contests.adviser` compiles and runs it. The engine is the reference and explains the
   method (with NETWORK, `host_tools.contests.adviser_network`, too); a test compares decisions, wins
   and playouts.

       adviser_search WEIGHTS BUDGET POSITIONS
       adviser_search play WEIGHTS

   The lines of standard input and output are those of `host_tools.contests.adviser_worker`. An
   invalid line ends the program with status 1.

   `play` is for the tests: it plays stocks by the rule and prints, for each, the cards on
   foundations and the talons that its cards went to.

   With NETWORK the rule has the network of the budget `host`, too.

   One thing is not in the engine: a line may give the next cards of the stock, for `--known` of a
   contest. They follow one more comma, after the decisions to compare, which may be empty. Known
   cards come in this order in all playouts, and a tree search chooses their talons (PUCT, Rosin,
   2011). It takes the talon with the largest share of wins plus a part of PULL. That part grows
   with the rule's score and shrinks with the number of tries. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adviser_game.h"
#include "adviser_clear.h"

enum { MOST = 420 };
#include "adviser_features.h"
#ifdef NETWORK
#include "adviser_network.h"
#endif

enum { LINE = 1000, WAYS = 17, WIN = 32, HANDICAP = 120, NEVER = -1000000 };

enum { CLEARLY = 9, ALIKE = 5000, ENOUGH = 96 };

typedef struct {
    int won, height, tried, number, decision, handicap, node, apart;
} Option;

/* Statistics of the talon choice for a known card. By talon: playouts, playouts won, a weight
   from the rule (0: not allowed) and the next choice (0: none yet). */
typedef struct {
    int tried[4], won[4], weight[4], next[4];
} Node;

static const double PULL = 0.5;

static uint8_t weights[SIZE];
static int budget;
static int positions; /* most positions of an ending; a power of two */
static int known;    /* number of known next cards of the stock */
static Node *nodes;  /* used from index 1 */
static int made;     /* nodes in use */
static Node *path[52];
static int taken[52], passed; /* the choices of a playout that have nodes */
static uint8_t placed[53];    /* by card of the stock: the talon it went to */

/* Fills in the scores of options by their features, NEVER for an option without; returns the best.
   `of_talons`: 1 for a choice between talons, 0 between foundations. */
static int score(int of_talons, const int count[5], uint16_t feature[5][MOST], int scores[5]) {
#ifdef NETWORK
    return by_network(weights, of_talons, count, feature, scores);
#else
    int best = 0, most = NEVER;
    (void)of_talons;
    for (int option = 0; option < 5; option++) {
        scores[option] = count[option] ? -128 * count[option] : NEVER;
        for (int i = 0; i < count[option]; i++)
            scores[option] += weights[feature[option][i]];
        if (scores[option] > most) {
            most = scores[option];
            best = option;
        }
    }
    return best;
#endif
}

/* Fills in the scores of the talons for `card`; returns the best. */
static int choose(const Game *game, int card, int left, int scores[5]) {
    int count[5];
    uint16_t feature[5][MOST];
    describe(game, card, left, count, feature);
    return score(1, count, feature, scores);
}

/* Returns the talon for a known card, using the node at `*link` or a new one; then advances
   `link`. */
static int choose_known(const Game *game, int card, int left, int **link) {
    int scores[5], tried = 0, won = 0, sum = 0, best = 0;
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
            double share = (double)won / tried; /* until the talon has a share of its own */
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

/* Fills in the scores of holding a rank back (0) and of the foundations that take it; returns the
   best. `source`: talon 0..3 with the rank on top, or 4 for the stock. */
static int score_foundations(const Game *game, int rank, int source, int left, int scores[5]) {
    int count[5];
    uint16_t feature[5][MOST];
    count[0] = left ? of_keeping(game, rank, source, left, feature[0]) : 0;
    for (int k = 1; k < 5; k++)
        count[k] = game->wanted[k] == rank ? of_foundation(game, k, source, left, feature[k]) : 0;
    return score(0, count, feature, scores);
}

/* Returns the foundation for a rank that some take: the one with the best score, or 0 to hold
   the card back. */
static int choose_foundation(Game *game, int rank, int source, int left, int *stale) {
    int scores[5];
    if (game->need[rank] > 1) {
        if (*stale)
            delays(game);
        *stale = 0;
        return score_foundations(game, rank, source, left, scores);
    }
    return game->takes[rank];
}

/* Plays the cards of `stock` from 1 to `count`; returns the cards on foundations at the end:
   52 if all cards can go there, else how many lie there when the stock is empty. `link`: the first
   node for known cards, else NULL. `scan`: tops may move before the first card. */
static int play(Game *game, const uint8_t *stock, int scan, int count, int *link) {
    int scores[5], stale = 1;
    for (int turned = 1;; turned++) {
        int left = count + 1 - turned, kept = 0;
        scan &= left > 0;
        for (int talon = 0; scan && talon < 4; talon++) {
            int n = game->length[talon], rank = n ? game->talon[talon][n - 1] : 0, k = 0;
            if (game->takes[rank]) {
                k = choose_foundation(game, rank, talon, left, &stale);
                kept |= !k;
            }
            if (k) {
                game->length[talon]--;
                lay(game, k);
                stale = 1;
                kept = 0;
                talon = -1;
            }
        }
        if (!left) {
            int height = game->height[1] + game->height[2] + game->height[3] + game->height[4];
            return clear(game) ? 52 : height;
        }
        int card = stock[turned];
        game->unseen[card]--;
        left--;
        scan = kept;
        if (game->takes[card]) {
            int k = choose_foundation(game, card, 4, left, &stale);
            scan = 1;
            if (k) {
                lay(game, k);
                stale = 1;
                continue;
            }
        }
        if (stale)
            delays(game);
        stale = 0;
        int talon = link && turned <= known ? choose_known(game, card, left, &link)
                                            : choose(game, card, left, scores);
        placed[turned] = talon;
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

/* Lists the decisions worth considering, as `options` of the engine; returns their number. A
   card goes to a foundation at once if only one can take its rank. Otherwise it may be held back,
   except for the tops at the end of the stock. */
static int options(const Game *game, int hand, int left, int decisions[WAYS]) {
    int count = 0, fresh = 1;
    for (int talon = hand ? 0 : 1; talon < (hand ? 1 : 5); talon++) {
        int n = hand ? 0 : game->length[talon - 1];
        int rank = hand ? hand : n ? game->talon[talon - 1][n - 1] : 0;
        for (int k = 1; rank && k < 5; k++)
            if (game->wanted[k] == rank) {
                decisions[count++] = 10 * talon + k + 4;
                if (game->need[rank] == 1) {
                    decisions[0] = decisions[count - 1];
                    return 1;
                }
            }
    }
    for (int talon = 1; hand && talon < 5; talon++)
        if (game->length[talon - 1] || fresh) {
            fresh &= game->length[talon - 1] > 0;
            decisions[count++] = talon;
        }
    if (!hand && (!count || left))
        decisions[count++] = 0;
    return count;
}

/* Carries out a decision. */
static void follow(Game *game, int hand, int decision) {
    int talon = decision / 10, stack = decision % 10;
    if (stack > 4) {
        if (talon)
            game->length[talon - 1]--;
        lay(game, stack - 4);
    } else if (stack) {
        game->talon[stack - 1][game->length[stack - 1]++] = hand;
    }
}

/* Plays on from `decision`; returns the cards on foundations at the end. */
static int playout(const Game *root, int hand, int decision, uint8_t *stock, int count, int *link) {
    Game game = *root;
    int scan = decision % 10 > 4; /* else the card held back would be considered again */
    follow(&game, hand, decision);
    passed = 0;
    int height = play(&game, stock, scan, count, known ? link : NULL);
    while (passed--) {
        path[passed]->tried[taken[passed]]++;
        path[passed]->won[taken[passed]] += height == 52;
    }
    return height;
}

static uint32_t *endings; /* positions seen, by the last bits of their hashes */
static int visits;        /* positions of this search not found in `endings` */

/* An entry is a tag of 18 bits, never 0, and the number of orders won. */
enum { BITS = 0x3FFFFFFF, WORTH = 13, WORTHS = 0x1FFF };
static const uint32_t ODD = 29773421, OTHER = 461845907;

/* Computes the entry and the tag of a position, independent of the order of the talons. */
static uint32_t position_of(const Game *game, uint32_t *tag) {
    uint32_t slot = 0;
    for (int k = 1; k < 5; k++)
        slot = slot * 14 + game->height[k];
    *tag = slot * OTHER;
    slot *= ODD;
    for (int talon = 0; talon < 4; talon++) {
        uint32_t one = 1, two = 1;
        for (int at = 0; at < game->length[talon]; at++) {
            one = ((one + game->talon[talon][at]) * ODD + 12345) & BITS;
            two = ((two + game->talon[talon][at]) * OTHER + 12345) & BITS;
        }
        one = (one ^ one >> 15) * OTHER & BITS;
        slot += one ^ one >> 13;
        two = (two ^ two >> 15) * ODD & BITS;
        *tag += two ^ two >> 13;
    }
    *tag = (*tag & BITS) >> (WORTH - 1) | 1;
    slot &= BITS;
    return (slot ^ slot >> 15) & (positions / 2 - 1);
}

static int factorial(int n) {
    return n > 1 ? n * factorial(n - 1) : 1;
}

static int orders_won(const Game *game, int left);

static int best_of(const Game *game, int hand, int left);

/* Counts the orders won when the next card comes; at the end, 1 if the game is won. */
static int drawn(const Game *game, int left) {
    int won = 0;
    if (!left)
        return game->height[1] + game->height[2] + game->height[3] + game->height[4] == 52;
    for (int rank = 1; rank < 14 && visits <= positions; rank++)
        if (game->unseen[rank]) {
            Game next = *game;
            next.unseen[rank]--;
            won += game->unseen[rank] * best_of(&next, rank, left - 1);
        }
    return won;
}

static int after(const Game *game, int hand, int decision, int left) {
    Game next = *game;
    if (!decision)
        return drawn(game, left);
    follow(&next, hand, decision);
    return orders_won(&next, left);
}

/* Counts the orders won by the best decision about a card in hand or, for hand 0, the tops. */
static int best_of(const Game *game, int hand, int left) {
    int decisions[WAYS], count = options(game, hand, left, decisions), best = 0;
    for (int i = 0; i < count && best < factorial(left) && visits <= positions; i++) {
        int won = after(game, hand, decisions[i], left);
        best = won > best ? won : best;
    }
    return best;
}

/* Counts the orders of the remaining cards, all taken as distinct, that the best play wins
   without knowing the order. */
static int orders_won(const Game *game, int left) {
    uint32_t tag, slot = position_of(game, &tag);
    if (endings[slot] >> WORTH == tag)
        return endings[slot] & WORTHS;
    if (++visits > positions)
        return 0;
    int won = best_of(game, 0, left);
    endings[slot] = tag << WORTH | won;
    return won;
}

/* Finds the best decision by searching everything that can follow; returns 0 if there are too
   many positions. */
static int search_ending(const Game *root, int hand, int cards, const int *decisions, int n,
                         Option option[WAYS]) {
    int best = -1, all = factorial(cards);
    if (!endings && !(endings = malloc(positions / 2 * sizeof *endings)))
        exit(1);
    memset(endings, 0, positions / 2 * sizeof *endings);
    visits = 0;
    for (int i = 0; i < n && best < all; i++) {
        int won = after(root, hand, decisions[i], cards);
        if (won > best) {
            best = won;
            option->decision = decisions[i];
        }
    }
    option->won = best;
    option->tried = all;
    return visits <= positions;
}

/* Sets the handicaps of the decisions by the rule of the playouts. */
static void handicap(Game *root, int hand, int cards, int n, Option *option) {
    int scores[5], best = 0, most = NEVER;
    delays(root);
    if (hand)
        best = scores[choose(root, hand, cards, scores)];
    for (int i = 0; i < n; i++) {
        int talon = option[i].decision / 10, stack = option[i].decision % 10;
        int source = talon ? talon - 1 : 4, points = 0, ways[5];
        if (stack > 4) { /* compared with holding the card back */
            score_foundations(root, root->wanted[stack - 4], source, cards, ways);
            points = ways[stack - 4] - (cards ? ways[0] : 0);
        } else if (stack) {
            points = scores[stack - 1] - best;
        }
        option[i].handicap = points;
        most = points > most ? points : most;
    }
    for (int i = 0; i < n; i++) {
        int points = most - option[i].handicap;
        option[i].handicap = points < HANDICAP ? points : HANDICAP;
    }
}

/* Wins less the handicap, in units of 1/WIN. */
static int points(const Option *option) {
    return WIN * option->won - option->handicap;
}

static int order(const void *one, const void *two) {
    const Option *a = one, *b = two;
    if (points(a) != points(b))
        return points(b) - points(a);
    return a->height != b->height ? b->height - a->height : a->number - b->number;
}

/* Returns 1 if an option is clearly behind the best, 2 if it is equivalent, else 0. */
static int given_up(const Option *best, const Option *other) {
    int wins = (points(best) - points(other)) / WIN;
    int apart = best->apart > other->apart ? best->apart : other->apart;
    if (wins * wins > CLEARLY * (apart + 2))
        return 1;
    return other->tried >= ENOUGH && apart * ALIKE < other->tried * other->tried ? 2 : 0;
}

/* Searches; puts the best option first; `behind` gets the last one dropped as clearly behind. */
static void search(const Table *table, int hand, const int compared[2], const int *next,
                   Option option[WAYS], Option *behind) {
    int decisions[WAYS], rounds = 1, done = 0, at = 0, lead = 0;
    uint32_t seed = 1;
    uint8_t stock[53];
    Game root;
    int cards = begin(table, hand, &root, stock);
    int n = compared[0] < 0 ? options(&root, hand, cards, decisions) : 2;
    for (int i = 0; i < known; i++) { /* known cards first; the others stay sorted */
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
    memset(behind, 0, sizeof *behind);
    memset(option, 0, sizeof(Option[WAYS]));
    int few = cards < 8 && (cards < 2 || 8 * factorial(cards) <= positions);
    if (few && !known && compared[0] < 0 &&
        search_ending(&root, hand, cards, decisions, n, option))
        return;
    memset(option, 0, sizeof(Option[WAYS]));
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
    for (int i = 0; i < n; i++)
        option[option[i].number = i].decision = decisions[i];
    if (compared[0] < 0 && several)
        handicap(&root, hand, cards, n, option);
    while (done < total) {
        if (!at)
            seed = shuffle(seed, cards - known, stock + known);
        int height = playout(&root, hand, option[at].decision, stock, cards, &option[at].node);
        if (!at)
            lead = height == 52;
        option[at].won += height == 52;
        option[at].apart += (height == 52) != lead;
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
        for (n = kept; n > 1; n--) {
            int why = given_up(&option[0], &option[n - 1]);
            if (why == 1)
                *behind = option[n - 1];
            if (!why)
                break;
        }
        if (n == 1 && several)
            total = done;
    }
    qsort(option, n, sizeof *option, order);
}

/* Reads the numbers of one part of a line; returns their count, -1 if the part is invalid. */
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

/* Parses a line: table, hand, decisions to compare (-1: none), next cards (`known` of them).
   Returns whether the line is valid. */
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
        printf("%d", play(&game, stock, 1, 52, NULL));
        for (int at = 1; at < 53; at++)
            if (placed[at] < 4)
                printf(" %d", placed[at]);
        printf("\n");
    }
    return read != 0;
}

int main(int count, char **words) {
    int shown = count == 3 && !strcmp(words[1], "play");
    FILE *file = shown || count == 4 ? fopen(words[1 + shown], "rb") : NULL;
    int whole = file && fread(weights, 1, SIZE, file) == SIZE;
#ifdef NETWORK
    whole = whole && read_network(file);
#endif
    if (!whole || fgetc(file) != EOF) {
        fprintf(stderr, "usage: adviser_search WEIGHTS BUDGET POSITIONS | play WEIGHTS\n");
        return 2;
    }
    fclose(file);
    prepare();
    if (shown)
        return show();
    budget = atoi(words[2]);
    positions = atoi(words[3]);
    char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        Table table;
        Option option[WAYS], behind;
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
