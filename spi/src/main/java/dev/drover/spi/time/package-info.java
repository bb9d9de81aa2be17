/// The port to what differs each time one looks: the clock, chance, and names never used before.
@NullMarked
package dev.drover.spi.time;

import org.jspecify.annotations.NullMarked;
