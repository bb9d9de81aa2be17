/// Secrets that must not be stored: how they are recognized, and how they are removed from a text.
/// Part of the SPI, because adapters must not store secrets either.
@NullMarked
package dev.drover.spi.secret;

import org.jspecify.annotations.NullMarked;
