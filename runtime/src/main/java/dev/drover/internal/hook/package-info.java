/// Runs the hooks of agents and sessions: gates in order, observers in the background.
@NullMarked
package dev.drover.internal.hook;

import org.jspecify.annotations.NullMarked;
