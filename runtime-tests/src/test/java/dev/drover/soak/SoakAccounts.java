package dev.drover.soak;

import static dev.drover.soak.SoakJournals.text;
import static dev.drover.soak.SoakJournals.type;

import dev.drover.soak.SoakJournals.Journal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Compares the usage that models reported with journals and accounts.
final class SoakAccounts {
  /// A process may be killed after the append of a one-shot completion and before it noted the
  /// name; the text of a discarded summary is not kept.
  private static final Set<String> NAMELESS = Set.of("completion_made", "compaction_failed");

  private static final Pattern REPLY_NAME = Pattern.compile("<[^<>]+>");

  private final SoakJournals store;
  private final Map<String, Journal> journals;
  private final SoakFindings findings;
  private final Map<String, SoakTokens> reported = new HashMap<>();
  private final Map<String, String> asked = new HashMap<>();

  SoakAccounts(Path folder, SoakJournals store, SoakFindings findings) throws Exception {
    this.store = store;
    this.journals = store.journals();
    this.findings = findings;
    for (var words : ActionLog.all(folder, "reply")) {
      var counts = words.subList(1, words.size()).stream().mapToLong(Long::parseLong).toArray();
      reported.put(
          words.getFirst(), new SoakTokens(counts[0], counts[1], counts[2], counts[3], counts[4]));
    }
    for (var words : ActionLog.all(folder, "asked")) {
      asked.put(words.getFirst(), words.getLast());
    }
  }

  /// @param kills how many processes were killed
  void audit(int kills) throws Exception {
    replies();
    accounts();
    reservations(kills);
  }

  /// The journaled usage of each reply is what the provider reported, once per reply.
  private void replies() {
    var seen = new HashMap<String, String>();
    for (var journal : journals.values()) {
      for (var event : journal.events()) {
        if (SoakTokens.isUse(event)) {
          var name = replyName(event);
          if (name == null && NAMELESS.contains(type(event))) {
            continue;
          }
          var twice = name == null ? "without a name" : seen.put(name, journal.id());
          findings.check(twice == null, "%s: reply %s is also in %s", journal.id(), name, twice);
          findings.check(
              name != null && SoakTokens.of(event.path("usage")).equals(reported.get(name)),
              "%s: reply %s, reported %s: %s",
              journal.id(),
              name,
              name == null ? "nothing" : reported.get(name),
              event);
        }
      }
    }
    findings.check(!seen.isEmpty(), "no model has said anything");
  }

  private @Nullable String replyName(JsonNode event) {
    var words =
        switch (type(event)) {
          case "model_replied" -> event.path("blocks").path(0).path("text").asString("");
          case "completion_made" -> asked.getOrDefault(text(event, "name"), "");
          default -> event.path("summary").asString("");
        };
    var found = REPLY_NAME.matcher(words);
    return found.find() ? found.group() : null;
  }

  /// The usage of an account is the sum over its sessions.
  private void accounts() throws Exception {
    var spent = new HashMap<String, List<SoakTokens>>();
    for (var journal : journals.values()) {
      var payer = payer(journal.source(), journal.shared());
      for (var event : journal.events()) {
        payer = payer.after(event);
        // A one-shot completion records its own account.
        var account =
            type(event).equals("completion_made")
                ? Payer.name(event.path("budgets"))
                : payer.account();
        if (SoakTokens.isUse(event) && !account.isEmpty()) {
          spent
              .computeIfAbsent(account, _ -> new ArrayList<>())
              .add(SoakTokens.of(event.path("usage")));
        }
      }
    }
    for (var row : store.rows("SELECT name, tokens, model_calls, money FROM accounts")) {
      var uses = spent.getOrDefault(row.getFirst(), List.of());
      var counted =
          List.of(
              row.getFirst(),
              String.valueOf(uses.stream().mapToLong(SoakTokens::total).sum()),
              String.valueOf(uses.size()),
              String.valueOf(uses.stream().mapToLong(SoakTokens::money).sum()));
      findings.check(row.equals(counted), "account says %s, journals say %s", row, counted);
      spent.remove(row.getFirst());
    }
    findings.check(spent.isEmpty(), "no accounts for %s", spent.keySet());
  }

  /// There are no reservations, except those of calls that had ended when their process was killed
  /// before the release. They are released on demand.
  private void reservations(int kills) throws Exception {
    var aside = store.rows("SELECT * FROM reservations");
    findings.check(aside.size() <= kills, "still set aside: %s", aside);
  }

  /// The account in force at a position of a session.
  private Payer payer(long ordinal, long seq) {
    var payer = new Payer("", "");
    for (var journal : journals.values()) {
      if (journal.ordinal() == ordinal) {
        payer = payer(journal.source(), Math.min(journal.shared(), seq));
        for (var event : journal.events()) {
          payer = event.path("seq").asLong() <= seq ? payer.after(event) : payer;
        }
      }
    }
    return payer;
  }

  /// @param set the account set for the session, which overrides that of a run
  private record Payer(String set, String given) {
    String account() {
      return set.isEmpty() ? given : set;
    }

    Payer after(JsonNode event) {
      return switch (type(event)) {
        case "budgets_set" -> new Payer(name(event.path("budgets")), given);
        case "run_accepted" -> new Payer(set, name(event.path("limits").path("budgets")));
        default -> this;
      };
    }

    private static String name(JsonNode budgets) {
      return text(budgets.path("account"), "name");
    }
  }
}
