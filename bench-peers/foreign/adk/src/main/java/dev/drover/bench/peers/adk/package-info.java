/// Google's ADK as a contender: an agent in its in-memory runner.
@NullMarked
package dev.drover.bench.peers.adk;

import org.jspecify.annotations.NullMarked;
