/// Large outputs at work: kept within limits, found by the session that made them, read in parts.
@NullMarked
package dev.drover.runtime.artifact;

import org.jspecify.annotations.NullMarked;
