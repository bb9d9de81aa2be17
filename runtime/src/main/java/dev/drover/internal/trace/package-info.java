/// Derives spans from the events of a journal, so that a trace needs no recording of its own and
/// can be made of every old session.
@NullMarked
package dev.drover.internal.trace;

import org.jspecify.annotations.NullMarked;
