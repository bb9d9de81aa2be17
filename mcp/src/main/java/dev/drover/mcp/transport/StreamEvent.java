package dev.drover.mcp.transport;

import dev.drover.spi.Bytes;

/// One event of a stream.
///
/// @param id empty if it has none
/// @param data its lines, with a line feed between them; empty for an event that only sets the id
record StreamEvent(String id, Bytes data) {}
