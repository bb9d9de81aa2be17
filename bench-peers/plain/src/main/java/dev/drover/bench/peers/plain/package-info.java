/// The loop that people write by hand before they look for a framework: what a run costs at least.
@NullMarked
package dev.drover.bench.peers.plain;

import org.jspecify.annotations.NullMarked;
