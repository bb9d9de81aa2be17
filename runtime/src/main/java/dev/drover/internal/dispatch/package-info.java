/// Due effect to answer: starts effects, enforces their time limits, passes deltas on, and delivers
/// each answer to the writer.
@NullMarked
package dev.drover.internal.dispatch;

import org.jspecify.annotations.NullMarked;
