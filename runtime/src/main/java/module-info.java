/// Sessions at work: inbox, writers, performers, live feed, policy, recovery.
///
/// It refuses to know which store keeps the journal, which provider answers, and who reads the
/// environment: adapters and the embedder's `main` bring those.
@SuppressWarnings("module") // The commands are built after it.
module dev.drover.runtime {
  requires static transitive org.jspecify;
  requires transitive dev.drover.kernel;
  requires transitive dev.drover.spi;
  requires dev.drover.codec;
  requires dev.drover.schema.plain;
  requires dev.drover.shell;
  requires dev.drover.store.memory;
  requires org.slf4j;

  exports dev.drover;
  exports dev.drover.budget;
  exports dev.drover.compaction;
  exports dev.drover.hook;
  exports dev.drover.policy;
  exports dev.drover.problem;
  exports dev.drover.query;
  exports dev.drover.quota;
  exports dev.drover.session;
  exports dev.drover.task;
  exports dev.drover.tool;
  exports dev.drover.trace;
  exports dev.drover.verify;
  exports dev.drover.watch;
  exports dev.drover.internal.foreign to
      dev.drover.commands;

  uses dev.drover.spi.mcp.McpConnector;
  uses dev.drover.spi.program.ProgramRunner;
  uses dev.drover.spi.schema.SchemaCompiler;
  uses dev.drover.spi.store.StoreProvider;
  uses dev.drover.spi.tool.FileRestorer;
}
