/// Artifacts: stored within limits, found by the session that produced them, read in parts.
@NullMarked
package dev.drover.internal.artifact;

import org.jspecify.annotations.NullMarked;
