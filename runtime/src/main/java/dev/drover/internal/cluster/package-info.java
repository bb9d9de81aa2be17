/// The processes that use one store: which are alive, and whether this one was suspended for longer
/// than its lease.
@NullMarked
package dev.drover.internal.cluster;

import org.jspecify.annotations.NullMarked;
