/// A real model as the server: llama.cpp in a separate process, with a tiny model with random
/// weights. Its output has no meaning; but it is really sampled token by token, and constrained to
/// a schema by a grammar.
@NullMarked
package dev.drover.model.http.llama;

import org.jspecify.annotations.NullMarked;
