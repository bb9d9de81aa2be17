package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.kernel.value.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The results of several sessions that were resumed one after the other.
final class ResumeSummary {
  private final Map<SessionId, ExitCode> ends = new LinkedHashMap<>();

  void add(SessionId session, ExitCode end) {
    ends.put(session, end);
  }

  /// The worst exit code.
  ExitCode exit() {
    return ends.values().stream().reduce(ExitCode.COMPLETED, ExitCode::worseOf);
  }

  /// `Resumed 3 sessions: 2 completed (a, c), 1 waiting (b).`
  void print(CliInvocation call) {
    switch (call.outputFormat()) {
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
    return "Resumed %s: %s.".formatted(DisplayFormats.count(ends.size(), "session"), counted);
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
