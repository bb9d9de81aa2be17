/// Waiting, cancellation and time, for use by several threads.
@NullMarked
package dev.drover.internal.concurrent;

import org.jspecify.annotations.NullMarked;
