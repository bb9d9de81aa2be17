/// The ports: what a store, a model, a tool, a dispatcher and a clock must promise.
///
/// Refuses to know who implements a port and who calls it. Each port lists its laws, and each law
/// is a test in the conformance suite.
module dev.drover.spi {
  requires transitive dev.drover.kernel;
  requires static org.jspecify;
}
