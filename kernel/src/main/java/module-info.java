/// The pure core: the events of a session, and the decisions that lead to them.
///
/// It does not know the time, where events are stored, which model answers, or what a tool does. A
/// test can therefore run it a million times a second, in any order.
@SuppressWarnings("module") // The modules that packages are for are built after it.
module dev.drover.kernel {
  requires static transitive org.jspecify;

  exports dev.drover.kernel.budget;
  exports dev.drover.kernel.check to
      dev.drover.acp,
      dev.drover.commands,
      dev.drover.jsonrpc,
      dev.drover.mcp,
      dev.drover.mcp.server,
      dev.drover.runtime,
      dev.drover.server,
      dev.drover.spi;
  exports dev.drover.kernel.event;
  exports dev.drover.kernel.machine to
      dev.drover.codec,
      dev.drover.replay,
      dev.drover.runtime;
  exports dev.drover.kernel.message;
  exports dev.drover.kernel.value;
}
