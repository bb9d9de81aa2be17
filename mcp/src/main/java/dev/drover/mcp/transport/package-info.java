/// Ways to a server: the standard streams of a program, or HTTP. They carry requests and answers,
/// and know neither tools nor versions of the protocol.
///
/// Everything blocks, on the virtual thread of the call, and every wait and every buffer is
/// bounded.
@NullMarked
package dev.drover.mcp.transport;

import org.jspecify.annotations.NullMarked;
