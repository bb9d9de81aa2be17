/// The pure heart: what can happen in a session, and what follows from it.
///
/// It refuses to know what time it is, who stores an event, which model answers, and what a tool
/// does. It can therefore be run a million times a second, in any order, by a test.
module dev.drover.kernel {
  requires static transitive org.jspecify;

  exports dev.drover.kernel;
}
