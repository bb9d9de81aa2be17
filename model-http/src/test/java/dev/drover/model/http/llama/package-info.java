/// A real model at the other end: llama.cpp in a process of its own, with a tiny model whose
/// weights are chance. What it says means nothing; that it is sampled token by token, and kept to a
/// schema by a grammar, is real.
@NullMarked
package dev.drover.model.http.llama;

import org.jspecify.annotations.NullMarked;
