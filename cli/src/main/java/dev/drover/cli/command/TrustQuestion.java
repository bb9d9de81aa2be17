package dev.drover.cli.command;

import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.host.Keyboard;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.cli.work.StoreGuard;
import dev.drover.cli.work.TypedAnswer;
import dev.drover.spi.text.IoErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    var found = call.configuration();
    boolean asks = call.host().terminal().asks() && call.view() != View.JSON;
    boolean isOpen =
        found.trust().status() == Status.UNTRUSTED || StoreGuard.isForeign(found.settings());
    if (isOpen && asks && call.host().personalFolder().isPresent()) {
      TrustWords.lines(found.trust()).forEach(call.out()::line);
      aboutStore(call, found).forEach(call.out()::line);
      if (put(call).orElse(false)) {
        accept(call, found);
      }
    }
  }

  /// @return empty if nobody answered
  static Optional<Boolean> put(Call call) {
    call.out().fresh();
    if (call.host().terminal().asks()) {
      dropTypedAhead(call);
      call.out()
          .piece(
              call.look().yellow("?"),
              " Trust these files, as they are now? [y/N] ",
              call.look().yellow("> "));
    }
    var line = readLine(call);
    call.out().typed();
    return line.map(answer -> YES.contains(answer.strip().toLowerCase(Locale.ROOT)));
  }

  /// What was typed before the question answers nothing.
  private static void dropTypedAhead(Call call) {
    try {
      if (call.host().streams().in().equals(System.in)
          && Keyboard.of(call.host().streams().in()).discard()) {
        call.out().line("  ", call.look().dim(TypedAnswer.TOO_EARLY));
      }
    } catch (IOException unreadable) {
      throw Refusal.failed(
          "terminal_unreadable",
          "the terminal cannot be read: " + IoErrors.describe(unreadable),
          "Run 'drover trust' on another one.");
    }
  }

  /// Exactly what was shown is trusted: if a file was changed meanwhile, its digest is another.
  static void accept(Call call, Configuration shown) {
    var trust = shown.trust();
    if (trust.status() == Status.UNTRUSTED) {
      TrustRecords.of(call.host()).save(trust.place(), trust.digests());
    }
    if (StoreGuard.isForeign(shown.settings())) {
      StoreGuard.adopt(shown.settings());
    }
    call.configurationChanged();
  }

  /// What a store that was not made here would bring along.
  static List<String> aboutStore(Call call, Configuration found) {
    var settings = found.settings();
    if (!StoreGuard.isForeign(settings)) {
      return List.of();
    }
    try (var bench = Bench.existing(settings, call.host().time(), Purpose.LOOK)) {
      var lines = new ArrayList<String>();
      lines.add(
          "%s was not made here. It would bring along %s."
              .formatted(
                  settings.store().file(),
                  Wording.count(bench.archive().sessions().size(), "session")));
      bench.store().catalog().rules("").forEach(rule -> lines.add("  granted for always: " + rule));
      return lines.stream().map(line -> Wording.seen(line).replace("\n", "\\n")).toList();
    }
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
          "the answer cannot be read from standard input: " + IoErrors.describe(unreadable),
          "Answer on a terminal, or pipe a line with y.");
    }
    return line.size() == 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
  }
}
