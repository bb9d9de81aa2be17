/// PostgreSQL as a server beside a contender, on a class path of its own.
@NullMarked
package dev.drover.bench.peers.postgres;

import org.jspecify.annotations.NullMarked;
