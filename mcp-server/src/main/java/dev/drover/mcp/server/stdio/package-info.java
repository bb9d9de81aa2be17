/// One client on a pair of byte streams, such as the standard streams of a process. Both eras are
/// served at the same time: each request shows which one it belongs to.
@NullMarked
package dev.drover.mcp.server.stdio;

import org.jspecify.annotations.NullMarked;
