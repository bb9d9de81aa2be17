/// Sessions at work: inbox, writers, performers, live feed, policy, recovery.
///
/// It refuses to know which store keeps the journal, which provider answers, and who reads the
/// environment: adapters and the embedder's `main` bring those.
module dev.drover.runtime {
  requires static transitive org.jspecify;
  requires transitive dev.drover.kernel;
  requires transitive dev.drover.spi;
  requires dev.drover.codec;
  requires org.slf4j;

  exports dev.drover.runtime;
  exports dev.drover.runtime.budget;
  exports dev.drover.runtime.command;
  exports dev.drover.runtime.compact;
  exports dev.drover.runtime.hook;
  exports dev.drover.runtime.memory;
  exports dev.drover.runtime.policy;
  exports dev.drover.runtime.problem;
  exports dev.drover.runtime.quota;
  exports dev.drover.runtime.replay;
  exports dev.drover.runtime.task;
  exports dev.drover.runtime.tool;
  exports dev.drover.runtime.trace;
  exports dev.drover.runtime.verify;
  exports dev.drover.runtime.watch;

  uses dev.drover.spi.program.ProgramRunner;
  uses dev.drover.spi.schema.SchemaCompiler;
  uses dev.drover.spi.store.StoreProvider;
  uses dev.drover.spi.tool.Restorer;
}
