package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.transport.WireEra;
import tools.jackson.databind.node.ObjectNode;

/// What this client says about itself. It offers neither sampling nor roots, which are deprecated.
final class ClientProfile {
  private static final String PREFIX = "io.modelcontextprotocol/";

  private ClientProfile() {}

  static ObjectNode info() {
    return RpcJson.object().put("name", "drover").put("version", "0.1.0");
  }

  static ObjectNode capabilities(WireEra era) {
    var capabilities = RpcJson.object();
    var modes = capabilities.putObject("elicitation");
    modes.putObject("form");
    modes.putObject("url");
    if (era == WireEra.STATELESS) {
      capabilities.putObject("extensions").putObject(PREFIX + "tasks");
    }
    return capabilities;
  }

  /// Without sessions, each request describes the client.
  static void describe(ObjectNode params, String version) {
    var meta = params.withObject("/_meta");
    meta.put(PREFIX + "protocolVersion", version);
    meta.set(PREFIX + "clientInfo", info());
    meta.set(PREFIX + "clientCapabilities", capabilities(WireEra.STATELESS));
  }
}
