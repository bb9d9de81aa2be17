/// Tools of MCP servers: the connections of agents, and the rules for what comes from outside.
@NullMarked
package dev.drover.internal.mcp;

import org.jspecify.annotations.NullMarked;
