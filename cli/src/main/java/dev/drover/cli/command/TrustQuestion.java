package dev.drover.cli.command;

import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.KeyboardInput;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.question.TypedAnswer;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.spi.text.IoErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Asks a person whether to trust the files of a folder.
final class TrustQuestion {
  private static final List<String> YES = List.of("y", "yes");
  private static final int LONGEST_LINE = 4096;

  private TrustQuestion() {}

  /// For a command that is about to work in a folder: asks once, before any work, if a person is
  /// present. After any answer but yes the command continues without the requested permissions.
  static void putIfNeeded(CliInvocation call) {
    var found = call.loadConfiguration();
    boolean asks =
        call.environment().terminal().isInteractive() && call.outputFormat() != OutputFormat.JSON;
    boolean isOpen =
        found.trust().status() == Status.UNTRUSTED || ForeignStoreCheck.isForeign(found.settings());
    if (isOpen && asks && call.environment().personalFolder().isPresent()) {
      TrustDescription.lines(found.trust()).forEach(call.out()::line);
      aboutStore(call, found).forEach(call.out()::line);
      if (put(call).orElse(false)) {
        accept(call, found);
      }
    }
  }

  /// @return empty if there was no answer
  static Optional<Boolean> put(CliInvocation call) {
    call.out().startLine();
    if (call.environment().terminal().isInteractive()) {
      dropTypedAhead(call);
      call.out()
          .piece(
              call.style().yellow("?"),
              " Trust these files, as they are now? [y/N] ",
              call.style().yellow("> "));
    }
    var line = readLine(call);
    call.out().typed();
    return line.map(answer -> YES.contains(answer.strip().toLowerCase(Locale.ROOT)));
  }

  /// Input typed before the question must not answer it.
  private static void dropTypedAhead(CliInvocation call) {
    try {
      if (call.environment().streams().in().equals(System.in)
          && KeyboardInput.of(call.environment().streams().in()).discard()) {
        call.out().line("  ", call.style().dim(TypedAnswer.TOO_EARLY));
      }
    } catch (IOException unreadable) {
      throw CliRefusal.failed(
          "terminal_unreadable",
          "the terminal cannot be read: " + IoErrors.describe(unreadable),
          "Run 'drover trust' on another one.");
    }
  }

  /// Trusts exactly what was shown: a file changed meanwhile has another digest.
  static void accept(CliInvocation call, Configuration shown) {
    var trust = shown.trust();
    if (trust.status() == Status.UNTRUSTED) {
      TrustRecords.of(call.environment()).save(trust.folder(), trust.digests());
    }
    if (ForeignStoreCheck.isForeign(shown.settings())) {
      ForeignStoreCheck.adopt(shown.settings());
    }
    call.configurationChanged();
  }

  /// Describes the content of a store that was not created here.
  static List<String> aboutStore(CliInvocation call, Configuration found) {
    var settings = found.settings();
    if (!ForeignStoreCheck.isForeign(settings)) {
      return List.of();
    }
    try (var runtime = CliRuntime.openExisting(settings, call.environment().time(), Purpose.READ)) {
      var lines = new ArrayList<String>();
      lines.add(
          "%s was not made here. It would bring along %s."
              .formatted(
                  settings.store().file(),
                  DisplayFormats.count(runtime.queries().sessions().size(), "session")));
      runtime
          .store()
          .catalog()
          .rules("")
          .forEach(rule -> lines.add("  granted for always: " + rule));
      return lines.stream().map(line -> DisplayFormats.visible(line).replace("\n", "\\n")).toList();
    }
  }

  /// Reads byte by byte: input after the line belongs to later readers.
  private static Optional<String> readLine(CliInvocation call) {
    var in = call.environment().streams().in();
    var line = new ByteArrayOutputStream();
    try {
      for (int next = in.read(); next >= 0 && line.size() < LONGEST_LINE; next = in.read()) {
        if (next == '\n') {
          return Optional.of(line.toString(StandardCharsets.UTF_8));
        }
        line.write(next);
      }
    } catch (IOException unreadable) {
      throw CliRefusal.failed(
          "input_unreadable",
          "the answer cannot be read from standard input: " + IoErrors.describe(unreadable),
          "Answer on a terminal, or pipe a line with y.");
    }
    return line.size() == 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
  }
}
