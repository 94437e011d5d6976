/* Quadrille for C: one function that answers requests in JSON. docs/c.md describes the requests and answers.

   Both functions may be called from any thread at any time. Texts are UTF-8 and end with a zero byte. */
#ifndef QUADRILLE_H
#define QUADRILLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a request. The request is only read, and only during the call. The answer is never null; it belongs to the caller, who
   passes it to quadrille_free once. A wrong request, and a null pointer, are answered with {"error":"what is wrong"}. */
char *quadrille_call(const char *request);

/* Frees an answer of quadrille_call. Null is ignored. */
void quadrille_free(char *answer);

#ifdef __cplusplus
}
#endif

#endif
