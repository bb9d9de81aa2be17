/// Tests of the endpoint, without a network.
@NullMarked
package dev.drover.mcp.server.http;

import org.jspecify.annotations.NullMarked;
