/// A store in memory, for tests and trials. It is gone with its object.
///
/// It does not depend on the runtime; the suites of `conformance` check its promises.
module dev.drover.store.memory {
  requires transitive dev.drover.spi;
  requires static org.jspecify;

  exports dev.drover.store.memory;
}
