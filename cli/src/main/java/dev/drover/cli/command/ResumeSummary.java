package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Wording;
import dev.drover.kernel.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What became of several sessions that were resumed one after the other.
final class ResumeSummary {
  private final Map<SessionId, ExitCode> ends = new LinkedHashMap<>();

  void add(SessionId session, ExitCode end) {
    ends.put(session, end);
  }

  /// The worst of all.
  ExitCode exit() {
    return ends.values().stream().reduce(ExitCode.COMPLETED, ExitCode::and);
  }

  /// `Resumed 3 sessions: 2 completed (a, c), 1 waiting (b).`
  void print(Call call) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("type", "resumed")
                      .with(
                          "sessions",
                          ends.entrySet().stream()
                              .map(
                                  end ->
                                      new JsonLine()
                                          .with("session", end.getKey())
                                          .with("status", word(end.getValue())))
                              .toList()));
      case READABLE -> {
        call.out().line("");
        call.out().line(words());
      }
      case QUIET -> call.err().line(words());
    }
  }

  private String words() {
    var groups =
        ends.entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    end -> word(end.getValue()),
                    LinkedHashMap::new,
                    Collectors.mapping(end -> end.getKey().value(), Collectors.toList())));
    var counted =
        groups.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                group ->
                    "%d %s (%s)"
                        .formatted(
                            group.getValue().size(),
                            group.getKey(),
                            String.join(", ", group.getValue())))
            .collect(Collectors.joining(", "));
    return "Resumed %s: %s.".formatted(Wording.count(ends.size(), "session"), counted);
  }

  private static String word(ExitCode end) {
    return switch (end) {
      case COMPLETED -> "completed";
      case WAITING -> "waiting";
      case LIMIT -> "ended at a limit";
      case FAILED, USAGE -> "failed";
      case CANCELLED -> "cancelled";
    };
  }
}
