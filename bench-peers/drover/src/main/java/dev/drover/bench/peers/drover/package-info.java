/// Drover as a contender, on whatever store it is given.
@NullMarked
package dev.drover.bench.peers.drover;

import org.jspecify.annotations.NullMarked;
