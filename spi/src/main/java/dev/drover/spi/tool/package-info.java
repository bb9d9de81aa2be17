/// The port to tools: their description, the interface of a call, and how to find out about a call
/// whose outcome was lost.
@NullMarked
package dev.drover.spi.tool;

import org.jspecify.annotations.NullMarked;
