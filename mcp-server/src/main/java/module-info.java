/// Drover as a server of the Model Context Protocol: agents as tools, sessions and artifacts as
/// resources, slash commands as prompts.
///
/// It sees sessions through their API. It does not read the environment, and does not open ports or
/// standard streams: a program passes it the streams, or puts its handler on a listener.
module dev.drover.mcp.server {
  requires transitive dev.drover.commands;
  requires transitive dev.drover.runtime;
  requires transitive dev.drover.server;
  requires dev.drover.jsonrpc;
  requires static org.jspecify;
  requires org.slf4j;
  requires tools.jackson.databind;

  exports dev.drover.mcp.server;
}
