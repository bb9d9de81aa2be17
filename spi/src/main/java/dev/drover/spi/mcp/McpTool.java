package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.AgentTool;

/// A tool of a server.
///
/// A call that was judged on another definition is refused by the runtime; the tool need not check
/// that.
///
/// @param name as the server says it
/// @param digest the SHA-256, in hex, of the canonical form of the identity of the server and the
///   whole definition of the tool: two definitions have the same digest only if they are the same
/// @param definition readable, with a line for each part, so that two of them can be compared
/// @param tool its name is [#nameFor] of the server and the name
public record McpTool(String name, String digest, String definition, AgentTool tool) {
  private static final int LONGEST = 64;
  private static final int HASH_DIGITS = 8;

  public McpTool {
    NullChecks.nonNull(name, "McpTool.name");
    NullChecks.nonNull(digest, "McpTool.digest");
    NullChecks.nonNull(definition, "McpTool.definition");
    NullChecks.nonNull(tool, "McpTool.tool");
  }

  /// The name under which a model calls the tool: `mcp__server__tool`. A name with other
  /// characters, or one that is too long, is changed and ends with a part of its hash.
  public static String nameFor(McpServer server, String tool) {
    var whole = "mcp__%s__%s".formatted(server.name(), tool);
    var plain = whole.replaceAll("[^A-Za-z0-9_-]", "_");
    if (plain.equals(whole) && whole.length() <= LONGEST && !tool.isEmpty()) {
      return whole;
    }
    var hash = Blobs.idOf(Bytes.of(whole)).sha256().substring(0, HASH_DIGITS);
    int kept = Math.min(plain.length(), LONGEST - HASH_DIGITS - 1);
    return plain.substring(0, kept) + "_" + hash;
  }
}
