/// The ports that an adapter implements: stores, models, tools, and time.
///
/// It does not know which process drives a session or how events are encoded.
module dev.drover.spi {
  requires static transitive org.jspecify;
  requires transitive dev.drover.kernel;

  exports dev.drover.spi;
  exports dev.drover.spi.model;
  exports dev.drover.spi.model.history;
  exports dev.drover.spi.program;
  exports dev.drover.spi.schema;
  exports dev.drover.spi.secret;
  exports dev.drover.spi.store;
  exports dev.drover.spi.store.content;
  exports dev.drover.spi.text;
  exports dev.drover.spi.time;
  exports dev.drover.spi.tool;
  exports dev.drover.spi.workspace;
}
