/// Small things about texts and bytes that the runtime and its adapters need alike.
@NullMarked
package dev.drover.spi.text;

import org.jspecify.annotations.NullMarked;
