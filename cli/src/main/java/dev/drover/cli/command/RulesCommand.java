package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.OutputTable;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.policy.StandingGrants;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import java.util.List;

/// Lists and revokes the rules that were granted for always.
public final class RulesCommand implements CliCommand {
  private static final String LIST = "list";
  private static final String REVOKE = "revoke";
  private static final String EFFECT =
      "The next call that it would have allowed is asked about, in running runs too. Calls that"
          + " were allowed are not stopped.";

  public RulesCommand() {}

  @Override
  public String name() {
    return "rules";
  }

  @Override
  public String summary() {
    return "lists the rules that were granted for always, or revokes one";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(new CommandSyntax.Words("list|revoke ID", 0, 2));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var words = call.arguments().words();
    if (words.isEmpty() || words.equals(List.of(LIST))) {
      list(call);
    } else if (words.size() == 2 && words.getFirst().equals(REVOKE)) {
      revoke(call, call.grant(words.getLast()));
    } else {
      throw CliRefusal.usage(
          "word_unknown",
          "there is no command 'drover rules %s'".formatted(String.join(" ", words)),
          "Write: drover rules, or drover rules revoke ID.");
    }
    return ExitCode.COMPLETED;
  }

  private static void list(CliInvocation call) {
    var table = new OutputTable("rule", "grants", "granted_by", "granted", "question");
    var found =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (found.isPresent()) {
      try (var runtime = found.get()) {
        for (var row : runtime.drover().grants().list()) {
          table.row(row.id(), row.rule(), row.by(), row.at(), row.question());
        }
      }
    }
    call.print(table, "No rule was granted for always.");
  }

  private static void revoke(CliInvocation call, GrantId id) {
    try (var runtime = call.openExisting()) {
      var grants = runtime.drover().grants();
      if (!grants.revoke(id, call.environment().user())) {
        throw notRevoked(grants, id);
      }
      var row = grants.find(id).orElseThrow();
      switch (call.outputFormat()) {
        case JSON ->
            call.out()
                .line(
                    new JsonLine()
                        .with("rule", id)
                        .with("grants", row.rule())
                        .with("revoked", true)
                        .toString());
        case READABLE -> {
          var good = call.style().green(call.style().signs().good());
          call.out()
              .line("%s revoked %s: %s".formatted(good, id, DisplayFormats.visible(row.rule())));
          call.out().line("  " + EFFECT);
        }
        case QUIET -> {}
      }
    }
  }

  private static CliRefusal notRevoked(StandingGrants grants, GrantId id) {
    var revocation = grants.find(id).map(GrantRow::revocation);
    return revocation.isPresent()
        ? CliRefusal.failed(
            "rule_revoked",
            DisplayFormats.visible(
                "%s revoked %s before, at %s"
                    .formatted(revocation.get().by(), id, revocation.get().at())),
            "Nothing is left to do; 'drover rules' lists those that hold.")
        : CliRefusal.failed(
            "rule_not_found",
            "there is no rule " + id,
            "List the rules that hold with 'drover rules'.");
  }
}
