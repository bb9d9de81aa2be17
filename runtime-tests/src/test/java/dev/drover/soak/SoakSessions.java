package dev.drover.soak;

import static dev.drover.soak.SoakJournals.counted;
import static dev.drover.soak.SoakJournals.text;
import static dev.drover.soak.SoakJournals.type;

import dev.drover.soak.SoakJournals.Journal;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Checks each session's journal for consistency, also with the journals it refers to.
record SoakSessions(Map<String, Journal> journals, SoakFindings findings) {
  void audit() {
    for (var journal : journals.values()) {
      numbering(journal);
      runs(journal);
      calls(journal);
      approvals(journal);
      tasks(journal);
      handOffs(journal);
      keys(journal);
    }
  }

  /// Events are numbered from 1, or from the fork point, without gaps; time never goes back.
  private void numbering(Journal journal) {
    long next = journal.shared() + 1;
    var at = Instant.MIN;
    for (var event : journal.events()) {
      findings.check(
          event.path("seq").asLong() == next && text(event, "session").equals(journal.id()),
          "%s: expected event %d: %s",
          journal.id(),
          next,
          event);
      var now = Instant.parse(text(event, "at"));
      findings.check(!now.isBefore(at), "%s: time goes back at %d", journal.id(), next);
      at = now;
      next++;
    }
    findings.check(
        next == journal.length() + 1,
        "%s: %d events, and its length is %d",
        journal.id(),
        next - 1,
        journal.length());
  }

  /// Each run begins once and ends once; only a queued run may end without beginning.
  private void runs(Journal journal) {
    var accepted = counted(journal, "run_accepted", "run");
    var queued = counted(journal, "prompt_queued", "run");
    var finished = counted(journal, "run_finished", "run");
    accepted.forEach(
        (run, n) -> findings.check(n == 1, "%s: %s began %d times", journal.id(), run, n));
    finished.forEach(
        (run, n) -> findings.check(n == 1, "%s: %s ended %d times", journal.id(), run, n));
    var all = new HashSet<>(accepted.keySet());
    all.addAll(queued.keySet());
    findings.check(
        all.equals(finished.keySet()),
        "%s: begun %s, ended %s",
        journal.id(),
        all,
        finished.keySet());
    findings.check(journal.running() == null, "%s: %s is going", journal.id(), journal.running());
  }

  /// Each planned call has one outcome, whether it was started or not.
  private void calls(Journal journal) {
    var planned = new HashSet<String>();
    for (var event : journal.events()) {
      if (type(event).equals("tools_planned")) {
        event.path("calls").forEach(call -> planned.add(text(call, "effect")));
      } else if (type(event).equals("direct_call_accepted")) {
        planned.add(text(event, "effect"));
      }
    }
    var settled = counted(journal, "tool_settled", "effect");
    settled.forEach(
        (effect, n) -> findings.check(n == 1, "%s: %s %d outcomes", journal.id(), effect, n));
    findings.check(
        settled.keySet().equals(planned),
        "%s: planned %s, settled %s",
        journal.id(),
        planned,
        settled.keySet());
    var started = counted(journal, "tool_started", "effect").keySet();
    findings.check(
        planned.containsAll(started), "%s: started without a plan: %s", journal.id(), started);
  }

  private void approvals(Journal journal) {
    var asked = counted(journal, "approval_requested", "effect");
    var answered = counted(journal, "approval_answered", "effect");
    answered.forEach(
        (effect, n) ->
            findings.check(
                n <= asked.getOrDefault(effect, 0L),
                "%s: %s was answered %d times",
                journal.id(),
                effect,
                n));
  }

  /// Each task ends once, its child exists and has ended, and its recorded usage is correct.
  private void tasks(Journal journal) {
    var started = counted(journal, "task_started", "child");
    var ended = counted(journal, "task_ended", "child");
    started.forEach(
        (child, n) -> findings.check(n == 1, "%s: %s begun %d times", journal.id(), child, n));
    ended.forEach(
        (child, n) -> findings.check(n == 1, "%s: %s ended %d times", journal.id(), child, n));
    findings.check(
        started.keySet().equals(ended.keySet()),
        "%s: tasks begun %s, ended %s",
        journal.id(),
        started.keySet(),
        ended.keySet());
    for (var event : journal.all("task_ended")) {
      var child = journals.get(text(event, "child"));
      var said = SoakTokens.of(event.path("usage"));
      findings.check(
          said.equals(SoakTokens.NONE)
              || (child != null && said.equals(SoakTokens.usedBelow(child, journals))),
          "%s: of %s it is said that it used %s",
          journal.id(),
          text(event, "child"),
          said);
    }
    var parent = journal.parent() == null ? null : journals.get(journal.parent());
    findings.check(
        parent == null || counted(parent, "task_started", "child").containsKey(journal.id()),
        "%s: its parent does not know it",
        journal.id());
  }

  /// A hand-off is followed by its successor, and the source starts no more runs.
  private void handOffs(Journal journal) {
    var handed = journal.all("session_handed_off");
    findings.check(handed.size() <= 1, "%s: handed on %d times", journal.id(), handed.size());
    for (var event : handed) {
      var next = journals.get(text(event.path("to"), "session"));
      findings.check(next != null, "%s: handed on to nobody: %s", journal.id(), event);
      findings.check(
          next == null || counted(next, "run_finished", "run").containsKey(next.id()),
          "%s: what it handed on was not done",
          journal.id());
      long seq = event.path("seq").asLong();
      journal.all("run_accepted").stream()
          .filter(begun -> begun.path("seq").asLong() > seq)
          .forEach(begun -> findings.check(false, "%s: begun after: %s", journal.id(), begun));
    }
  }

  /// Each message exists once.
  private void keys(Journal journal) {
    var runs = new HashMap<String, Set<String>>();
    for (var event : journal.events()) {
      var key =
          switch (type(event)) {
            case "run_accepted", "prompt_queued" -> text(event.path("prompt"), "key");
            case "text_steered" -> text(event, "key");
            default -> "";
          };
      if (!key.isEmpty()) {
        runs.computeIfAbsent(key, _ -> new HashSet<>()).add(text(event, "run"));
      }
    }
    runs.forEach(
        (key, all) ->
            findings.check(all.size() == 1, "%s: message %s is in %s", journal.id(), key, all));
  }
}
