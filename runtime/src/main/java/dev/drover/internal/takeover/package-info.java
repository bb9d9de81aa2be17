/// Finds work that no living process does, and takes it over.
@NullMarked
package dev.drover.internal.takeover;

import org.jspecify.annotations.NullMarked;
