package dev.drover.cli.command;

import dev.drover.cli.host.Refusal;
import dev.drover.cli.work.Bench;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/// What `SESSION|RUN` stands for.
///
/// @param run null if a session was named
record Target(SessionId session, @Nullable RunId run) {
  static Target of(Call call, Bench bench) {
    var word = call.arguments().word();
    var session = call.session(word);
    if (bench.archive().session(session).isPresent()) {
      return new Target(session, null);
    }
    return bench
        .archive()
        .run(call.run(word))
        .map(snapshot -> new Target(snapshot.session(), snapshot.run()))
        .orElseThrow(
            () ->
                Refusal.failed(
                    "not_found",
                    "neither a session nor a run in this store is named " + word,
                    "List them with 'drover sessions' and 'drover runs SESSION'."));
  }
}
