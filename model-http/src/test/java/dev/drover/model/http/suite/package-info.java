/// Tests for all providers, which run once for each of them against a server that implements its
/// protocol.
@NullMarked
package dev.drover.model.http.suite;

import org.jspecify.annotations.NullMarked;
