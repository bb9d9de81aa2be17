/// The ports and their laws, a package for each port.
@NullMarked
package dev.drover.spi;

import org.jspecify.annotations.NullMarked;
