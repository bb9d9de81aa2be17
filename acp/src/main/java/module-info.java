/// Drover as an agent of an editor: sessions behind the Agent Client Protocol.
///
/// It sees sessions through their API. It does not read a configuration, choose a model or open a
/// store: the program that serves an editor brings those as an [dev.drover.acp.EditorHost].
module dev.drover.acp {
  requires transitive dev.drover.commands;
  requires dev.drover.jsonrpc;
  requires static org.jspecify;
  requires org.slf4j;
  requires tools.jackson.databind;

  exports dev.drover.acp;
}
