package dev.drover.model.http.transport;

import dev.drover.spi.Bytes;

/// One event of a stream.
///
/// @param type value of the `event` field; empty if it was missing
/// @param data its lines, with a line feed between them
public record SseEvent(String type, Bytes data) {}
