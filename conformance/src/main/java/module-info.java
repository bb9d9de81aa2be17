/// One suite per port: the laws of the port as tests, published for the authors of adapters.
///
/// It depends on no adapter and not on the runtime: a suite uses a port only, and gets the adapter
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
