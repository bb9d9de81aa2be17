package dev.drover.model.http.wire;

import dev.drover.spi.store.Bytes;

/// One event of a stream.
///
/// @param type what the `event` field said; empty if it was not there
/// @param data its lines, with a line feed between them
public record SseEvent(String type, Bytes data) {}
