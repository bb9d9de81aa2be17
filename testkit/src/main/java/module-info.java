/// Whole runs under test: virtual time, crashes at every commit, stores that fail, providers that
/// speak over a real connection.
///
/// Refuses to know real clocks and any network but loopback: what it drives ends the same way each
/// time.
module dev.drover.testkit {
  requires transitive dev.drover.conformance;
  requires transitive dev.drover.model.script;
  requires transitive dev.drover.runtime;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.testkit;
  exports dev.drover.testkit.wire;
}
