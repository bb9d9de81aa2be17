/// Restate as a contender: an agent's loop as a durable handler, kept by a server of its own.
@NullMarked
package dev.drover.bench.peers.restate;

import org.jspecify.annotations.NullMarked;
