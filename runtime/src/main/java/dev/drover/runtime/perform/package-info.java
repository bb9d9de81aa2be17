/// Carries out effects: asks models, calls tools, finds out what became of lost calls. Each on its
/// own virtual thread, each with exactly one answer. This is the one place where exceptions of
/// ports are caught and become values.
@NullMarked
package dev.drover.runtime.perform;

import org.jspecify.annotations.NullMarked;
