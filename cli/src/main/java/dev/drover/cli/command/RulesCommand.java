package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Table;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.runtime.Grants;
import dev.drover.spi.store.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import java.util.List;

/// Lists the rules that people granted for always, and revokes them.
public final class RulesCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(new Syntax.Words("list|revoke ID", 0, 2));
  }

  @Override
  public ExitCode run(Call call) {
    var words = call.arguments().words();
    if (words.isEmpty() || words.equals(List.of(LIST))) {
      list(call);
    } else if (words.size() == 2 && words.getFirst().equals(REVOKE)) {
      revoke(call, call.grant(words.getLast()));
    } else {
      throw Refusal.usage(
          "word_unknown",
          "'drover rules %s' means nothing".formatted(String.join(" ", words)),
          "Write: drover rules, or drover rules revoke ID.");
    }
    return ExitCode.COMPLETED;
  }

  private static void list(Call call) {
    var table = new Table("rule", "grants", "granted_by", "granted", "question");
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isPresent()) {
      try (var bench = found.get()) {
        for (var row : bench.drover().grants().list()) {
          table.row(row.id(), row.rule(), row.by(), row.at(), row.question());
        }
      }
    }
    call.print(table, "No rule was granted for always.");
  }

  private static void revoke(Call call, GrantId id) {
    try (var bench = call.existing()) {
      var grants = bench.drover().grants();
      if (!grants.revoke(id, call.host().user())) {
        throw notRevoked(grants, id);
      }
      var row = grants.find(id).orElseThrow();
      switch (call.view()) {
        case JSON ->
            call.out()
                .line(
                    new JsonLine()
                        .with("rule", id)
                        .with("grants", row.rule())
                        .with("revoked", true)
                        .toString());
        case READABLE -> {
          var good = call.look().green(call.look().signs().good());
          call.out().line("%s revoked %s: %s".formatted(good, id, Wording.seen(row.rule())));
          call.out().line("  " + EFFECT);
        }
        case QUIET -> {}
      }
    }
  }

  private static Refusal notRevoked(Grants grants, GrantId id) {
    var revocation = grants.find(id).map(GrantRow::revocation);
    return revocation.isPresent()
        ? Refusal.failed(
            "rule_revoked",
            Wording.seen(
                "%s revoked %s before, at %s"
                    .formatted(revocation.get().by(), id, revocation.get().at())),
            "Nothing is left to do; 'drover rules' lists those that hold.")
        : Refusal.failed(
            "rule_not_found",
            "there is no rule " + id,
            "List the rules that hold with 'drover rules'.");
  }
}
