/// The protocol itself: both of its forms, the definitions of tools, and the meaning of answers. It
/// opens no connection.
@NullMarked
package dev.drover.mcp.protocol;

import org.jspecify.annotations.NullMarked;
