/// Reads sessions, runs and usage from the store and from memory.
@NullMarked
package dev.drover.internal.query;

import org.jspecify.annotations.NullMarked;
