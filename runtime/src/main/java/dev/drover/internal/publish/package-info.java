/// Append to watchers: live feeds, hooks, parent and child sessions, and waiting callers.
@NullMarked
package dev.drover.internal.publish;

import org.jspecify.annotations.NullMarked;
