/// Whole runs under test: virtual time, crashes at every commit, seeded orders of events.
///
/// Refuses to know real clocks and the network: what it drives ends the same way each time.
module dev.drover.testkit {
  requires transitive dev.drover.conformance;
  requires transitive dev.drover.model.script;
  requires transitive dev.drover.runtime;
  requires static org.jspecify;
}
