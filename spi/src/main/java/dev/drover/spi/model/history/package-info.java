/// A conversation as every provider can take it, for whoever speaks to one: turns that alternate,
/// calls that have a name and a result, outcomes in words.
@NullMarked
package dev.drover.spi.model.history;

import org.jspecify.annotations.NullMarked;
