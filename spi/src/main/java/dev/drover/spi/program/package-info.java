/// Programs of the host that the runtime runs for it.
@NullMarked
package dev.drover.spi.program;

import org.jspecify.annotations.NullMarked;
