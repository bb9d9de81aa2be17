/// JSON-RPC 2.0 between two peers, each of which may ask and answer.
///
/// It does not know the methods of any protocol, and opens no process, socket or file: a protocol
/// passes it the streams.
@SuppressWarnings("module") // The modules it is for are built after it.
module dev.drover.jsonrpc {
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires transitive tools.jackson.databind;

  exports dev.drover.jsonrpc to
      dev.drover.acp,
      dev.drover.mcp,
      dev.drover.mcp.server;
}
