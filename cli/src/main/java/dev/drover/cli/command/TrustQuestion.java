package dev.drover.cli.command;

import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.host.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Asks a person whether the files of a folder may do what they want to.
final class TrustQuestion {
  private static final List<String> YES = List.of("y", "yes");
  private static final int LONGEST_LINE = 4096;

  private TrustQuestion() {}

  /// For a command that is about to work in a folder: asks once, before anything is done, if a
  /// person is there. Any answer but yes goes on without what the files would allow.
  static void putIfNeeded(Call call) {
    var trust = call.configuration().trust();
    boolean asks = call.host().terminal().asks() && call.view() != View.JSON;
    if (trust.status() == Status.UNTRUSTED && asks && call.host().personalFolder().isPresent()) {
      TrustWords.lines(trust).forEach(call.out()::line);
      if (put(call).orElse(false)) {
        accept(call, trust);
      }
    }
  }

  /// @return empty if nobody answered
  static Optional<Boolean> put(Call call) {
    call.out().fresh();
    if (call.host().terminal().asks()) {
      call.out().piece("Trust these files, as they are now? [y/N] ");
    }
    var line = readLine(call);
    call.out().typed();
    return line.map(answer -> YES.contains(answer.strip().toLowerCase(Locale.ROOT)));
  }

  /// Exactly what was shown is trusted: if a file was changed meanwhile, its digest is another.
  static void accept(Call call, FolderTrust shown) {
    TrustRecords.of(call.host()).save(shown.place(), shown.digests());
    call.configurationChanged();
  }

  /// Byte by byte: what follows the line is for others.
  private static Optional<String> readLine(Call call) {
    var in = call.host().streams().in();
    var line = new ByteArrayOutputStream();
    try {
      for (int next = in.read(); next >= 0 && line.size() < LONGEST_LINE; next = in.read()) {
        if (next == '\n') {
          return Optional.of(line.toString(StandardCharsets.UTF_8));
        }
        line.write(next);
      }
    } catch (IOException unreadable) {
      throw Refusal.failed(
          "input_unreadable",
          "the answer cannot be read from standard input: " + unreadable.getMessage(),
          "Answer on a terminal, or pipe a line with y.");
    }
    return line.size() == 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
  }
}
