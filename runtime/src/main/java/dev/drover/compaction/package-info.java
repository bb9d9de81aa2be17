/// When a conversation is compacted, and by how much, so that it fits the model's window.
@NullMarked
package dev.drover.compaction;

import org.jspecify.annotations.NullMarked;
