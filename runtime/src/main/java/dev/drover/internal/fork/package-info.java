/// Creates forks of sessions at any of their events.
@NullMarked
package dev.drover.internal.fork;

import org.jspecify.annotations.NullMarked;
