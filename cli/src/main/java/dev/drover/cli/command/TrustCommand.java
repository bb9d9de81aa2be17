package dev.drover.cli.command;

import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.kernel.value.Problem;
import org.jspecify.annotations.Nullable;

/// Shows which permissions the files of a folder request, and records a person's consent.
public final class TrustCommand implements CliCommand {
  private static final CommandOption SHOW = new CommandOption("--show", "", "only show it");
  private static final CommandOption REVOKE =
      new CommandOption("--revoke", "", "trust the folder no longer");

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
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.oneOrNone("DIR"), SHOW, REVOKE);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    if (call.arguments().has(SHOW) && call.arguments().has(REVOKE)) {
      throw CliRefusal.usage(
          "options_conflict", "--show and --revoke were both given", "Give one of them.");
    }
    var found = readConfiguration(call);
    var trust = found.trust();
    if (call.arguments().has(REVOKE)) {
      boolean was = TrustRecords.of(call.environment()).forget(trust.folder());
      say(call, readConfiguration(call).trust(), was ? "is no longer trusted" : "was not trusted");
      return ExitCode.COMPLETED;
    }
    boolean isOpen =
        trust.status() == Status.UNTRUSTED || ForeignStoreCheck.isForeign(found.settings());
    if (call.arguments().has(SHOW) || !isOpen) {
      show(call, found);
      return ExitCode.COMPLETED;
    }
    return ask(call, found);
  }

  private static ExitCode ask(CliInvocation call, Configuration found) {
    var trust = found.trust();
    if (call.environment().personalFolder().isEmpty()) {
      // Fails early with the reason, before anyone reads the whole list.
      TrustRecords.of(call.environment()).save(trust.folder(), trust.digests());
    }
    if (call.outputFormat() != OutputFormat.JSON) {
      show(call, found);
    }
    var answer = TrustQuestion.put(call);
    if (answer.isEmpty()) {
      call.report(
          new Problem(
              "trust_unanswered",
              "Nobody answered",
              "there was no answer, so the folder is not trusted",
              "Answer on a terminal, or pipe a line with y."));
      return ExitCode.WAITING;
    }
    if (!answer.get()) {
      say(call, trust, "stays untrusted");
      return ExitCode.FAILED;
    }
    TrustQuestion.accept(call, found);
    say(call, readConfiguration(call).trust(), "is trusted now");
    return ExitCode.COMPLETED;
  }

  private static Configuration readConfiguration(CliInvocation call) {
    return SettingsReader.configuration(
        call.environment(), folder(call), call.arguments().settings());
  }

  private static @Nullable String folder(CliInvocation call) {
    var words = call.arguments().words();
    return words.isEmpty() ? call.arguments().value(CommandOption.WORKSPACE) : words.getFirst();
  }

  private static void show(CliInvocation call, Configuration found) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  TrustDescription.json(found.trust())
                      .with("store_foreign", ForeignStoreCheck.isForeign(found.settings())));
      case READABLE, QUIET -> {
        TrustDescription.lines(found.trust()).forEach(call.out()::line);
        TrustQuestion.aboutStore(call, found).forEach(call.out()::line);
      }
    }
  }

  private static void say(CliInvocation call, FolderTrust trust, String what) {
    switch (call.outputFormat()) {
      case JSON -> call.out().json(TrustDescription.json(trust));
      case READABLE ->
          call.out().line(DisplayFormats.visible("%s %s.".formatted(trust.folder(), what)));
      case QUIET -> {}
    }
  }
}
