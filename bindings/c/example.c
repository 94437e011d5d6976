/* Asks Quadrille for moves and prints its answers, one a line. The first argument, if there is one, replaces the requests, and the second
   says how often it is asked. */
#include <stdio.h>
#include <stdlib.h>

#include "quadrille.h"

static void ask(const char *request)
{
    char *answer = quadrille_call(request);
    puts(answer);
    quadrille_free(answer);
}

int main(int count, char **arguments)
{
    if (count > 1) {
        int times = count > 2 ? atoi(arguments[2]) : 1;
        while (times-- > 0)
            ask(arguments[1]);
        return 0;
    }
    /* The calls of the courses. */
    ask("{\"do\":\"call\",\"command\":\"capture\",\"given\":[\"-wWw--www-------bbb--bBb-\"],\"player\":\"w\",\"look_ahead\":2}");
    ask("{\"do\":\"call\",\"command\":\"crusher\",\"given\":[\"WWW-WW-------BB-BBB\"],\"player\":\"W\",\"look_ahead\":2,\"size\":3}");
    ask("{\"do\":\"call\",\"command\":\"oska\",\"given\":[\"wwww\",\"---\",\"--\",\"---\",\"bbbb\"],\"player\":\"w\",\"look_ahead\":2}");
    ask("{\"do\":\"value\",\"game\":\"congo\",\"position\":\"1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12\",\"look_ahead\":2}");
    /* Any game: a position after some moves, and the best move. */
    ask("{\"do\":\"moves\",\"game\":\"ctf:3\",\"moves\":[\"a1a2\"]}");
    ask("{\"do\":\"analyze\",\"game\":\"oska:4\",\"depth\":4}");
    /* What is wrong is said in words. */
    ask("{\"do\":\"moves\",\"game\":\"chess\"}");
    ask(NULL);
    quadrille_free(NULL);
    return 0;
}
