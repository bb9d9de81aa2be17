/// A conversation in a form that every provider accepts, for model adapters: turns alternate, every
/// call has an id and a result, and outcomes are text.
@NullMarked
package dev.drover.spi.model.history;

import org.jspecify.annotations.NullMarked;
