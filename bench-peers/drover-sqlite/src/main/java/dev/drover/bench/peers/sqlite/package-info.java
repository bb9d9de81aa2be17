/// Drover as a contender on its embedded store, which keeps every commit through a loss of power.
@NullMarked
package dev.drover.bench.peers.sqlite;

import org.jspecify.annotations.NullMarked;
