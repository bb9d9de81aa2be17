/// What can happen in a session, and what follows from it.
///
/// Refuses to know clocks, threads, random numbers, files, logs, and how a fact is stored or sent:
/// what is decided here is decided the same way everywhere, and again after a crash.
module dev.drover.kernel {
  requires static org.jspecify;
}
