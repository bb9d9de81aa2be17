/// Compaction of a conversation outside of a run.
@NullMarked
package dev.drover.internal.compaction;

import org.jspecify.annotations.NullMarked;
