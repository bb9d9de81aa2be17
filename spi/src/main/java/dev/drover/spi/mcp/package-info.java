/// The port to servers of the Model Context Protocol: their description, and a connection to one of
/// them. The protocol itself is the business of the adapter.
@NullMarked
package dev.drover.spi.mcp;

import org.jspecify.annotations.NullMarked;
