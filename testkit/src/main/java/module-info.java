/// Tests of whole runs: virtual time, crashes at every commit, failing stores, and providers behind
/// a real connection.
///
/// Does not use real clocks or any network but loopback: its tests end the same way each time.
module dev.drover.testkit {
  requires transitive dev.drover.conformance;
  requires transitive dev.drover.model.script;
  requires transitive dev.drover.runtime;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.testkit;
  exports dev.drover.testkit.wire;
}
