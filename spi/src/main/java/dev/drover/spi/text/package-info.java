/// Utilities for texts and bytes that the runtime and its adapters share.
@NullMarked
package dev.drover.spi.text;

import org.jspecify.annotations.NullMarked;
