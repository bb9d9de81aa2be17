/// The server against programs that others wrote: the official conformance suite and the inspector.
@NullMarked
package dev.drover.mcp.server.peer;

import org.jspecify.annotations.NullMarked;
