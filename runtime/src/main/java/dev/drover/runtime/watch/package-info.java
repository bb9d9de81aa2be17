/// Watching: one ordered stream of what happened, from any place in the journal and then live, and
/// pages of it for those who do not want to wait.
@NullMarked
package dev.drover.runtime.watch;

import org.jspecify.annotations.NullMarked;
