/// The port to tools: what a tool is, what a call of it gets, and how it finds out about a call
/// whose outcome was lost.
@NullMarked
package dev.drover.spi.tool;

import org.jspecify.annotations.NullMarked;
