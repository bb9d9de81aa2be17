/// Drives sessions: takes inputs, appends what the kernel decides, performs what is due.
///
/// Refuses to know any adapter: stores, models and tools are handed in through the ports, and so
/// are clock, ids and random numbers.
module dev.drover.runtime {
  requires com.networknt.schema;
  requires dev.drover.codec;
  requires transitive dev.drover.kernel;
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.slf4j;
  requires tools.jackson.databind;

  exports dev.drover.runtime.memory;
}
