/// Many clients of both eras on one address. Each message is a call of its own; the reply to a
/// request is its answer, or a stream of events that ends with it.
@NullMarked
package dev.drover.mcp.server.http;

import org.jspecify.annotations.NullMarked;
