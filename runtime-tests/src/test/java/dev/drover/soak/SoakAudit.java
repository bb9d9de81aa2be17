package dev.drover.soak;

import static dev.drover.soak.SoakJournals.counted;
import static dev.drover.soak.SoakJournals.text;
import static dev.drover.soak.SoakJournals.type;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.drover.soak.SoakJournals.Journal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Checks the consistency of a store, also with the logs of its processes. It does not use the
/// runtime: the invariants are stated again, over rows and JSON.
final class SoakAudit {
  private final Path folder;
  private final SoakJournals store;
  private final Map<String, Journal> journals;
  private final SoakFindings findings = new SoakFindings();

  private SoakAudit(Path folder, SoakJournals store) throws Exception {
    this.folder = folder;
    this.store = store;
    this.journals = store.journals();
  }

  /// @param kills how many processes were killed
  /// @return the violations, one line each
  static List<String> of(Path folder, int kills) throws Exception {
    try (var store = new SoakJournals(SoakProcess.store(folder))) {
      var audit = new SoakAudit(folder, store);
      new SoakSessions(audit.journals, audit.findings).audit();
      new SoakAccounts(folder, store, audit.findings).audit(kills);
      audit.inbox();
      audit.effects();
      audit.promises();
      audit.notes();
      return audit.findings.lines();
    }
  }

  /// The usage of each session, alone and with its children, for independent checks.
  static Map<String, SoakTokens> ledgers(Path folder) throws Exception {
    try (var store = new SoakJournals(SoakProcess.store(folder))) {
      var journals = store.journals();
      var ledgers = new LinkedHashMap<String, SoakTokens>();
      journals.values().forEach(one -> ledgers.put(one.id(), SoakTokens.usedBelow(one, journals)));
      return ledgers;
    }
  }

  /// Each item was consumed by an existing append, or ignored with a reason.
  private void inbox() throws Exception {
    var open = store.rows("SELECT session, id FROM inbox WHERE seq IS NULL AND why IS NULL");
    findings.check(open.isEmpty(), "unread: %s", open);
    var both =
        store.rows("SELECT session, id FROM inbox WHERE seq IS NOT NULL AND why IS NOT NULL");
    findings.check(both.isEmpty(), "taken and ignored: %s", both);
    var nowhere =
        store.rows(
            "SELECT i.session, i.id, i.seq FROM inbox i JOIN sessions s ON s.ordinal = i.session"
                + " WHERE i.seq > s.length OR i.seq <= s.shared");
    findings.check(nowhere.isEmpty(), "taken by an append that is not there: %s", nowhere);
    var asked = store.rows("SELECT run FROM approvals");
    findings.check(asked.isEmpty(), "still asked: %s", asked);
  }

  /// Effects that must not be repeated were not, and the recorded effects are exactly those that
  /// happened.
  private void effects() throws Exception {
    var done =
        ActionLog.all(folder, "unsafe").stream().collect(groupingBy(List::getFirst, counting()));
    done.forEach((key, n) -> findings.check(n == 1, "unsafe %s was done %d times", key, n));
    var keyed = new HashSet<String>();
    ActionLog.all(folder, "keyed").forEach(words -> keyed.add(words.getFirst()));
    for (var journal : journals.values()) {
      var tools = tools(journal);
      for (var event : journal.all("tool_settled")) {
        var tool = tools.getOrDefault(text(event, "effect"), "");
        var key = journal.id() + "." + text(event, "effect");
        var outcome = text(event.path("outcome"), "is");
        var performed = tool.equals("note") ? keyed : done.keySet();
        if (Set.of("pay", "sign", "note").contains(tool)) {
          boolean must = outcome.equals("succeeded");
          boolean may = must || outcome.equals("unknown") || outcome.equals("cancelled");
          findings.check(!must || performed.contains(key), "%s %s was not done", tool, key);
          findings.check(
              may || !performed.contains(key), "%s %s was done, and is %s", tool, key, outcome);
        }
      }
    }
  }

  private static Map<String, String> tools(Journal journal) {
    var tools = new HashMap<String, String>();
    for (var event : journal.events()) {
      var calls =
          type(event).equals("tools_planned")
              ? event.path("calls").valueStream()
              : type(event).equals("direct_call_accepted")
                  ? Stream.of(event)
                  : Stream.<JsonNode>of();
      calls.forEach(call -> tools.put(text(call, "effect"), text(call, "tool")));
    }
    return tools;
  }

  /// Every run that was reported as started exists, and rows and journal agree about its end.
  private void promises() throws Exception {
    var ends = new HashMap<String, String>();
    for (var row : store.rows("SELECT id, status FROM runs")) {
      ends.put(row.getFirst(), row.getLast());
    }
    ends.forEach((run, status) -> findings.check(!status.isEmpty(), "run %s is not over", run));
    var heard = new HashSet<String>();
    for (var journal : journals.values()) {
      heard.addAll(counted(journal, "text_steered", "key").keySet());
    }
    for (var words : ActionLog.all(folder, "sent")) {
      // An input for a run that another process drives may be received by a later run.
      findings.check(
          ends.containsKey(words.getFirst()) || heard.contains(words.getLast()),
          "run %s is lost",
          words);
    }
    for (var journal : journals.values()) {
      for (var event : journal.all("run_finished")) {
        var status = text(event, "status").replace("handed_off", "completed");
        var row = ends.getOrDefault(text(event, "run"), "missing").toLowerCase(Locale.ROOT);
        findings.check(
            row.equals(status),
            "run %s is %s, and its row says %s",
            text(event, "run"),
            status,
            row);
      }
    }
  }

  private void notes() throws Exception {
    for (var kind : List.of("trouble", "invalid")) {
      for (var words : ActionLog.all(folder, kind)) {
        findings.check(false, "%s: %s", kind, words);
      }
    }
  }
}
