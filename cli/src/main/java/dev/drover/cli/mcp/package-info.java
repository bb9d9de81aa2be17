/// The MCP servers that the agent uses: from the settings to servers that can be connected, checks
/// whether they answer, and changes of the files that name them.
@NullMarked
package dev.drover.cli.mcp;

import org.jspecify.annotations.NullMarked;
