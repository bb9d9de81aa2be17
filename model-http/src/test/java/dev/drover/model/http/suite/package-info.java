/// What is true of every provider, as tests that run once for each of them against a server that
/// speaks its protocol.
@NullMarked
package dev.drover.model.http.suite;

import org.jspecify.annotations.NullMarked;
