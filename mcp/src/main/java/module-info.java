/// The client side of the Model Context Protocol: connections to servers, and their tools as agent
/// tools.
///
/// It does not know sessions, approvals or policies: the runtime decides whether a tool is called.
/// It is found as a service: presence on the class path or module path is enough.
module dev.drover.mcp {
  requires dev.drover.jsonrpc;
  requires dev.drover.schema.plain;
  requires transitive dev.drover.spi;
  requires java.net.http;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.mcp;

  uses dev.drover.spi.schema.SchemaCompiler;

  provides dev.drover.spi.mcp.McpConnector with
      dev.drover.mcp.McpClientConnector;
}
