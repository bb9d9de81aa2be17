package dev.drover.cli.command;

import dev.drover.cli.config.Approve;
import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.Settings;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.HumanScreen;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.JsonScreen;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.cli.screen.QuietScreen;
import dev.drover.cli.screen.Screen;
import dev.drover.cli.screen.Table;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.GrantId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One call of one command: what was typed, where, and where to answer.
public final class Call {
  private final Host host;
  private final Arguments arguments;
  private final Printer out;
  private final Printer err;
  private @Nullable Look look;
  private @Nullable Configuration configuration;
  private boolean reported;

  public Call(Host host, Arguments arguments) {
    this.host = host;
    this.arguments = arguments;
    this.out = Printer.out(host);
    this.err = Printer.err(host);
  }

  private Call(Host host, Call other, Printer out, Printer err) {
    this.host = host;
    this.arguments = other.arguments;
    this.out = out;
    this.err = err;
    this.configuration = other.configuration;
    this.reported = other.reported;
  }

  /// The same call in other surroundings.
  Call at(Host place) {
    return new Call(place, this, Printer.out(place), Printer.err(place));
  }

  /// Ends the process at once. Whoever is at work meets a closed store then, and must not say so.
  void leave(String lastLine) {
    out.close();
    err.line(lastLine);
    err.close();
    System.exit(ExitCode.CANCELLED.number());
  }

  /// The same call, on a screen that may have another size by now.
  Call remeasured() {
    out.remeasure();
    err.remeasure();
    return new Call(host, this, out, err);
  }

  Host host() {
    return host;
  }

  Arguments arguments() {
    return arguments;
  }

  Printer out() {
    return out;
  }

  Printer err() {
    return err;
  }

  Look look() {
    if (look == null) {
      look = Look.of(host);
    }
    return look;
  }

  View view() {
    if (arguments.has(Option.JSON)) {
      return View.JSON;
    }
    return arguments.has(Option.QUIET) ? View.QUIET : View.READABLE;
  }

  /// What was chosen. If the workspace wants more than it may, that is reported, once.
  Settings settings() {
    var chosen = configuration();
    if (!reported) {
      reported = true;
      TrustWords.report(chosen.trust()).ifPresent(this::warn);
    }
    return chosen.settings();
  }

  Configuration configuration() {
    if (configuration == null) {
      configuration =
          SettingsReader.configuration(
              host, arguments.value(Option.WORKSPACE), arguments.settings());
    }
    return configuration;
  }

  /// A person has changed what is trusted.
  void configurationChanged() {
    configuration = null;
  }

  /// The store, to leave something in it.
  Bench existing() {
    return Bench.existing(settings(), host.time(), Purpose.CHANGE);
  }

  /// The store, to read it; nothing is written.
  Bench readOnly() {
    return Bench.existing(settings(), host.time(), Purpose.LOOK);
  }

  Screen screen(Bench bench) {
    return switch (view()) {
      case READABLE -> new HumanScreen(out, look(), bench.archive()::read);
      case JSON -> new JsonScreen(out, bench.archive()::read);
      case QUIET ->
          new QuietScreen(
              out,
              bench.archive()::read,
              settings().approve() == Approve.ASK && host.terminal().asks() ? look() : null);
    };
  }

  void print(Table table, String ifEmpty) {
    switch (view()) {
      case JSON -> table.printJson(out);
      case READABLE, QUIET -> {
        if (!table.isEmpty()) {
          table.print(out, look());
        } else if (view() == View.READABLE) {
          out.line(ifEmpty);
        }
      }
    }
  }

  /// Reports what went wrong: to people as a line, to programs as an object.
  void report(Problem problem) {
    switch (view()) {
      case JSON -> err.json(JsonLine.error(problem));
      case READABLE, QUIET -> err.line(problem);
    }
  }

  /// Reports what a person should know and what does not stop the command.
  void warn(Object words) {
    switch (view()) {
      case JSON ->
          err.json(new JsonLine().with("type", "warning").with("detail", words.toString()));
      case READABLE, QUIET -> err.line(words);
    }
  }

  /// Tells a person what is next. Programs read it from the objects.
  void hint(String line) {
    switch (view()) {
      case READABLE -> out.copyable(line);
      case QUIET -> err.copyable(line);
      case JSON -> {}
    }
  }

  SessionId session(String text) {
    return id("session", text, SessionId::new);
  }

  RunId run(String text) {
    return id("run", text, RunId::new);
  }

  ApprovalId approval(String text) {
    return id("approval", text, ApprovalId::parse);
  }

  GrantId grant(String text) {
    return id("rule", text, GrantId::parse);
  }

  private static <T> T id(String kind, String text, Function<String, T> read) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException malformed) {
      throw Refusal.usage(
          "id_malformed",
          "'%s' is no %s's id: %s".formatted(text, kind, malformed.getMessage()),
          "Copy one from 'drover sessions', 'drover runs', 'drover approvals' or 'drover rules'.");
    }
  }
}
