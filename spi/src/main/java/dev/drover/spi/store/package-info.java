/// Where sessions live. [dev.drover.spi.store.Store] is one place with seven sides: the journal of
/// facts, the inbox of things to come, the blobs that are too large for either, the shelf of
/// outputs that are kept for a while, the leases that say who is at work, the accounts that
/// sessions share, and the catalog that answers questions about all sessions at once.
///
/// Stores move bytes and rows. What the bytes mean, which rows follow from an event, whose turn it
/// is and what may be trimmed is decided once, outside, for all stores.
@NullMarked
package dev.drover.spi.store;

import org.jspecify.annotations.NullMarked;
