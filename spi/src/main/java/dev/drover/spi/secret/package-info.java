/// What must not be written down: how a secret looks, and how it is taken out of a text. Here, and
/// not in the runtime, because adapters must not write one down either.
@NullMarked
package dev.drover.spi.secret;

import org.jspecify.annotations.NullMarked;
