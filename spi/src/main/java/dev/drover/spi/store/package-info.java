/// Storage of sessions. A [dev.drover.spi.store.Store] has these parts: the journal of events, the
/// inbox of inputs, the blobs that are too large for either, the artifacts that are kept for a
/// limited time, the leases of the processes at work, the accounts that sessions share, the
/// permanent grants, and the catalog that answers queries about all sessions.
///
/// Stores move bytes and rows. The meaning of the bytes, the rows that follow from an event,
/// scheduling and trimming are decided once, outside, for all stores.
@NullMarked
package dev.drover.spi.store;

import org.jspecify.annotations.NullMarked;
