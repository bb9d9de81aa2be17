/// Whole runs under test: virtual time, crashes at every commit, stores that fail.
///
/// Refuses to know real clocks and the network: what it drives ends the same way each time.
module dev.drover.testkit {
  requires transitive dev.drover.conformance;
  requires transitive dev.drover.model.script;
  requires transitive dev.drover.runtime;
  requires static transitive org.jspecify;

  exports dev.drover.testkit;
}
