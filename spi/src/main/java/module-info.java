/// What an adapter must provide: a place to keep facts, a mind, hands, and a clock.
///
/// It refuses to know who drives a session and in which form an event is written.
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
  exports dev.drover.spi.text;
  exports dev.drover.spi.time;
  exports dev.drover.spi.tool;
}
