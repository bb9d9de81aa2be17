/// Watching: one ordered stream of events, from any position in the journal and then live, and
/// pages of events for callers that do not want to wait.
@NullMarked
package dev.drover.watch;

import org.jspecify.annotations.NullMarked;
