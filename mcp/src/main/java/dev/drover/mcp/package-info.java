/// The connector for MCP servers, which is loaded as a service.
@NullMarked
package dev.drover.mcp;

import org.jspecify.annotations.NullMarked;
