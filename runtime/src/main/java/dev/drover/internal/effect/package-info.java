/// The contract between an effect and its session: what the effect is about, and what it may use.
@NullMarked
package dev.drover.internal.effect;

import org.jspecify.annotations.NullMarked;
