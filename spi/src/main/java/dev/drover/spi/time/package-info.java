/// The port to everything nondeterministic: the clock, randomness and new ids.
@NullMarked
package dev.drover.spi.time;

import org.jspecify.annotations.NullMarked;
