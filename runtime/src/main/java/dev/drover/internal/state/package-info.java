/// States of sessions: read from the journal, known in memory, and related to each other.
@NullMarked
package dev.drover.internal.state;

import org.jspecify.annotations.NullMarked;
