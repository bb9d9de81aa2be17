/// Tasks: subagents, assignments and their reports. A child is an ordinary session; messages
/// between it and its parent go through their inboxes.
@NullMarked
package dev.drover.task;

import org.jspecify.annotations.NullMarked;
