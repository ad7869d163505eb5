/* The Lost Cities card game written by hand in C, for this one game alone: the upper end of what the
   engine's speed is held against. The same rules as yardstick.py: one round for two, equal wagers in
   a hand are one move, the card just discarded may not be taken back. A plain program that a good
   programmer would write in an afternoon: small arrays, no allocation, nothing vectorised.

   cc -O2 -o yardstick yardstick.c && ./yardstick GAMES SEED
   prints the decisions made and the seconds that they took, then the seats' mean scores. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLOURS = 5, PER_COLOUR = 12, CARDS = COLOURS * PER_COLOUR, HAND = 8, NONE = -1 };

typedef struct { uint8_t cards[CARDS]; int count; } Pile;

typedef struct {
    Pile deck, hands[2], columns[2][COLOURS], discards[COLOURS];
    int seat, drawing, closed;
} Game;

/* Cards are numbered; a wager's value is 0, below every number. Equal wagers share their kind. */
static uint8_t colour[CARDS], value[CARDS], kind[CARDS];

static uint64_t generator;

static uint32_t word(void) { /* PCG32 */
    uint64_t old = generator;
    generator = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

static int below(uint32_t bound) { /* Lemire's multiplication, with rejection */
    uint64_t product = (uint64_t)word() * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)product < least) product = (uint64_t)word() * bound;
    }
    return (int)(product >> 32);
}

static void push(Pile *pile, int card) { pile->cards[pile->count++] = (uint8_t)card; }
static int pop(Pile *pile) { return pile->cards[--pile->count]; }
static int last(const Pile *pile) { return pile->cards[pile->count - 1]; }

static void take_out(Pile *pile, int card) {
    int at = 0;
    while (pile->cards[at] != card) at++;
    for (pile->count--; at < pile->count; at++) pile->cards[at] = pile->cards[at + 1];
}

static void deal(Game *game) {
    memset(game, 0, sizeof *game);
    game->closed = NONE;
    for (int card = 0; card < CARDS; card++) push(&game->deck, card);
    for (int i = CARDS - 1; i > 0; i--) {
        int j = below((uint32_t)i + 1);
        uint8_t held = game->deck.cards[i];
        game->deck.cards[i] = game->deck.cards[j];
        game->deck.cards[j] = held;
    }
    for (int i = 0; i < HAND; i++)
        for (int seat = 0; seat < 2; seat++) push(&game->hands[seat], pop(&game->deck));
}

/* A move: whether a card is explored (or a card drawn from the deck), and the card or colour. */
typedef struct { int first, what; } Move;

static int legal(const Game *game, Move *moves) {
    int count = 0;
    if (game->drawing) {
        moves[count++] = (Move){1, 0};
        for (int c = 0; c < COLOURS; c++)
            if (game->discards[c].count && c != game->closed) moves[count++] = (Move){0, c};
        return count;
    }
    const Pile *hand = &game->hands[game->seat];
    uint64_t met = 0;
    for (int i = 0; i < hand->count; i++) {
        int card = hand->cards[i];
        if (met >> kind[card] & 1) continue;
        met |= (uint64_t)1 << kind[card];
        const Pile *column = &game->columns[game->seat][colour[card]];
        if (!column->count || value[card] >= value[last(column)]) moves[count++] = (Move){1, card};
        moves[count++] = (Move){0, card};
    }
    return count;
}

static void apply(Game *game, Move move) {
    Pile *hand = &game->hands[game->seat];
    if (!game->drawing) {
        take_out(hand, move.what);
        int c = colour[move.what];
        push(move.first ? &game->columns[game->seat][c] : &game->discards[c], move.what);
        if (!move.first) game->closed = c;
        game->drawing = 1;
        return;
    }
    push(hand, pop(move.first ? &game->deck : &game->discards[move.what]));
    game->drawing = 0;
    game->closed = NONE;
    game->seat = 1 - game->seat;
}

static int score(const Game *game, int seat) {
    int total = 0;
    for (int c = 0; c < COLOURS; c++) {
        const Pile *column = &game->columns[seat][c];
        if (!column->count) continue;
        int sum = 0, wagers = 0;
        for (int i = 0; i < column->count; i++) {
            sum += value[column->cards[i]];
            wagers += value[column->cards[i]] == 0;
        }
        total += (sum - 20) * (1 + wagers) + (column->count >= 8 ? 20 : 0);
    }
    return total;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, decisions = 0, points[2] = {0, 0};
    generator = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int card = 0; card < CARDS; card++) {
        int number = card % PER_COLOUR;
        colour[card] = (uint8_t)(card / PER_COLOUR);
        value[card] = (uint8_t)(number < 3 ? 0 : number - 1);
        kind[card] = (uint8_t)(colour[card] * 10 + (number < 3 ? 0 : number - 2));
    }
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    Game game;
    Move moves[2 * HAND];
    for (long number = 0; number < games; number++) {
        for (deal(&game); game.deck.count; decisions++)
            apply(&game, moves[below((uint32_t)legal(&game, moves))]);
        for (int seat = 0; seat < 2; seat++) points[seat] += score(&game, seat);
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    printf("%ld %.6f %.3f %.3f\n", decisions, seconds, (double)points[0] / (double)games,
           (double)points[1] / (double)games);
    return 0;
}
