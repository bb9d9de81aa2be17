/// The service as clients of both eras see it, on streams and over HTTP.
@NullMarked
package dev.drover.mcp.server;

import org.jspecify.annotations.NullMarked;
