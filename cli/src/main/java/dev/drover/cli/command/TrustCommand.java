package dev.drover.cli.command;

import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.StoreGuard;
import dev.drover.kernel.Problem;
import org.jspecify.annotations.Nullable;

/// Shows what the files of a folder would allow, and takes a person's yes to it.
public final class TrustCommand implements Command {
  private static final Option SHOW = new Option("--show", "", "only show it");
  private static final Option REVOKE = new Option("--revoke", "", "trust the folder no longer");

  public TrustCommand() {}

  @Override
  public String name() {
    return "trust";
  }

  @Override
  public String summary() {
    return "shows what the files of a folder would allow, and asks whether they may";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.oneOrNone("DIR"), SHOW, REVOKE);
  }

  @Override
  public ExitCode run(Call call) {
    if (call.arguments().has(SHOW) && call.arguments().has(REVOKE)) {
      throw Refusal.usage(
          "options_conflict", "--show and --revoke were both given", "Give one of them.");
    }
    var found = look(call);
    var trust = found.trust();
    if (call.arguments().has(REVOKE)) {
      boolean was = TrustRecords.of(call.host()).forget(trust.place());
      say(call, look(call).trust(), was ? "is no longer trusted" : "was not trusted");
      return ExitCode.COMPLETED;
    }
    boolean isOpen = trust.status() == Status.UNTRUSTED || StoreGuard.isForeign(found.settings());
    if (call.arguments().has(SHOW) || !isOpen) {
      show(call, found);
      return ExitCode.COMPLETED;
    }
    return ask(call, found);
  }

  private static ExitCode ask(Call call, Configuration found) {
    var trust = found.trust();
    if (call.host().personalFolder().isEmpty()) {
      // Says why, before anybody reads it all.
      TrustRecords.of(call.host()).save(trust.place(), trust.digests());
    }
    if (call.view() != View.JSON) {
      show(call, found);
    }
    var answer = TrustQuestion.put(call);
    if (answer.isEmpty()) {
      call.report(
          new Problem(
              "trust_unanswered",
              "Nobody answered",
              "nobody said whether the folder is trusted, so it is not",
              "Answer on a terminal, or pipe a line with y."));
      return ExitCode.WAITING;
    }
    if (!answer.get()) {
      say(call, trust, "stays untrusted");
      return ExitCode.FAILED;
    }
    TrustQuestion.accept(call, found);
    say(call, look(call).trust(), "is trusted now");
    return ExitCode.COMPLETED;
  }

  private static Configuration look(Call call) {
    return SettingsReader.configuration(call.host(), folder(call), call.arguments().settings());
  }

  private static @Nullable String folder(Call call) {
    var words = call.arguments().words();
    return words.isEmpty() ? call.arguments().value(Option.WORKSPACE) : words.getFirst();
  }

  private static void show(Call call, Configuration found) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  TrustWords.json(found.trust())
                      .with("store_foreign", StoreGuard.isForeign(found.settings())));
      case READABLE, QUIET -> {
        TrustWords.lines(found.trust()).forEach(call.out()::line);
        TrustQuestion.aboutStore(call, found).forEach(call.out()::line);
      }
    }
  }

  private static void say(Call call, FolderTrust trust, String what) {
    switch (call.view()) {
      case JSON -> call.out().json(TrustWords.json(trust));
      case READABLE -> call.out().line(Wording.seen("%s %s.".formatted(trust.place(), what)));
      case QUIET -> {}
    }
  }
}
