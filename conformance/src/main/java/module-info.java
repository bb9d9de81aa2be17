/// One suite per port: the laws of the port as tests, shipped for the authors of adapters.
///
/// Refuses to know any adapter and the runtime: a suite sees a port only, and takes the adapter
/// under test from the class that extends it.
module dev.drover.conformance {
  requires transitive dev.drover.spi;
  requires org.assertj.core;
  requires static org.jspecify;
  requires transitive org.junit.jupiter.api;

  exports dev.drover.conformance;

  // The tests are found and called by reflection.
  opens dev.drover.conformance to
      org.junit.platform.commons;
}
