package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Reply;

/// A server that runs for a contender.
///
/// @param address what its contender needs to find it
/// @param version its name and version
/// @param settings those that decide what is durable, as the server tells them
/// @param startMillis from its start until it could be used
/// @param megabytes of its programs
record Served(
    String address,
    long pid,
    String version,
    String settings,
    double startMillis,
    double megabytes) {
  static Served of(Reply ready) {
    return new Served(
        ready.text("address"),
        ready.number("pid"),
        ready.text("version"),
        ready.text("settings"),
        ready.number("millis"),
        Double.parseDouble(ready.text("megabytes")));
  }
}
