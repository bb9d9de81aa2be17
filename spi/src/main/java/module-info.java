/// The ports that an adapter implements: stores, models, tools, and time.
///
/// It does not know which process drives a session or how events are encoded.
@SuppressWarnings("module") // The modules that packages are for are built after it.
module dev.drover.spi {
  requires static transitive org.jspecify;
  requires transitive dev.drover.kernel;

  exports dev.drover.spi;
  exports dev.drover.spi.mcp;
  exports dev.drover.spi.model;
  exports dev.drover.spi.model.history to
      dev.drover.model.http,
      dev.drover.model.langchain4j;
  exports dev.drover.spi.program to
      dev.drover.runtime,
      dev.drover.tools;
  exports dev.drover.spi.schema;
  exports dev.drover.spi.secret;
  exports dev.drover.spi.store;
  exports dev.drover.spi.text to
      dev.drover.acp,
      dev.drover.cli,
      dev.drover.commands,
      dev.drover.files,
      dev.drover.jsonrpc,
      dev.drover.mcp,
      dev.drover.mcp.server,
      dev.drover.model.http,
      dev.drover.model.script,
      dev.drover.runtime,
      dev.drover.server,
      dev.drover.store.jdbc,
      dev.drover.store.postgres,
      dev.drover.store.sql,
      dev.drover.tools;
  exports dev.drover.spi.time;
  exports dev.drover.spi.tool;
  exports dev.drover.spi.workspace;
}
