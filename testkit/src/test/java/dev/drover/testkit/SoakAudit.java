package dev.drover.testkit;

import static dev.drover.testkit.SoakJournals.type;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.drover.testkit.SoakJournals.Journal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Holds what is in a store against itself, and against what its processes noted beside it. Knows
/// nothing of the runtime: what must be true is said here once more, over rows and JSON.
final class SoakAudit {
  /// Who asked for a completion may be killed when it was written down, before it noted the name;
  /// of a summary that nobody wants any more the words are not kept.
  private static final Set<String> NAMELESS = Set.of("completion_made", "compaction_failed");

  private static final Pattern REPLY_NAME = Pattern.compile("<[^<>]+>");

  private final Path folder;
  private final Map<String, Journal> journals;
  private final SoakJournals store;
  private final Map<String, Tokens> reported = new HashMap<>();
  private final Map<String, String> asked = new HashMap<>();
  private final List<String> findings = new ArrayList<>();

  private SoakAudit(Path folder, SoakJournals store) throws Exception {
    this.folder = folder;
    this.store = store;
    this.journals = store.journals();
    for (var words : Notebook.all(folder, "reply")) {
      var counts = words.subList(1, words.size()).stream().mapToLong(Long::parseLong).toArray();
      reported.put(
          words.getFirst(), new Tokens(counts[0], counts[1], counts[2], counts[3], counts[4]));
    }
    for (var words : Notebook.all(folder, "asked")) {
      asked.put(words.getFirst(), words.getLast());
    }
  }

  /// @param kills how many processes were killed
  /// @return what is wrong, a line each
  static List<String> of(Path folder, int kills) throws Exception {
    try (var store = new SoakJournals(SoakProcess.store(folder))) {
      var audit = new SoakAudit(folder, store);
      for (var journal : audit.journals.values()) {
        audit.numbering(journal);
        audit.runs(journal);
        audit.calls(journal);
        audit.approvals(journal);
        audit.tasks(journal);
        audit.handOffs(journal);
      }
      audit.replies();
      audit.accounts();
      audit.reservations(kills);
      audit.inbox();
      audit.effects();
      audit.promises();
      audit.notes();
      return audit.findings;
    }
  }

  /// What a provider counts.
  record Tokens(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
    static final Tokens NONE = new Tokens(0, 0, 0, 0, 0);

    static Tokens of(JsonNode usage) {
      return new Tokens(
          usage.path("input").asLong(0),
          usage.path("output").asLong(0),
          usage.path("cache_read").asLong(0),
          usage.path("cache_write").asLong(0),
          usage.path("reasoning").asLong(0));
    }

    Tokens plus(Tokens more) {
      return new Tokens(
          input + more.input,
          output + more.output,
          cacheRead + more.cacheRead,
          cacheWrite + more.cacheWrite,
          reasoning + more.reasoning);
    }

    long total() {
      return input + output + cacheRead + cacheWrite;
    }

    /// At 3, 15, 0.30 and 3.75 for a million, in millionths, rounded up.
    long money() {
      return Math.ceilDiv(
          input * 3_000_000 + output * 15_000_000 + cacheRead * 300_000 + cacheWrite * 3_750_000,
          1_000_000L);
    }
  }

  // The annotation that is wanted belongs to a library that the test kit does not have.
  @SuppressWarnings("AnnotateFormatMethod")
  private void check(boolean holds, String words, @Nullable Object... of) {
    if (!holds) {
      findings.add(words.formatted(of));
    }
  }

  /// From 1 on, or from behind what it was forked from, without gaps; and time never goes back.
  private void numbering(Journal journal) {
    long next = journal.shared() + 1;
    var at = Instant.MIN;
    for (var event : journal.events()) {
      check(
          event.path("seq").asLong() == next && text(event, "session").equals(journal.id()),
          "%s: expected event %d: %s",
          journal.id(),
          next,
          event);
      var now = Instant.parse(text(event, "at"));
      check(!now.isBefore(at), "%s: time goes back at %d", journal.id(), next);
      at = now;
      next++;
    }
    check(
        next == journal.length() + 1,
        "%s: %d events, and its length is %d",
        journal.id(),
        next - 1,
        journal.length());
  }

  /// Each run begins once and ends once; only what waited in the queue may end without beginning.
  private void runs(Journal journal) {
    var accepted = counted(journal, "run_accepted", "run");
    var queued = counted(journal, "prompt_queued", "run");
    var finished = counted(journal, "run_finished", "run");
    accepted.forEach((run, n) -> check(n == 1, "%s: %s began %d times", journal.id(), run, n));
    finished.forEach((run, n) -> check(n == 1, "%s: %s ended %d times", journal.id(), run, n));
    var all = new HashSet<>(accepted.keySet());
    all.addAll(queued.keySet());
    check(
        all.equals(finished.keySet()),
        "%s: begun %s, ended %s",
        journal.id(),
        all,
        finished.keySet());
    check(journal.running() == null, "%s: %s is going", journal.id(), journal.running());
  }

  /// Each call that was planned has one outcome, whether it was started or not.
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
    settled.forEach((effect, n) -> check(n == 1, "%s: %s %d outcomes", journal.id(), effect, n));
    check(
        settled.keySet().equals(planned),
        "%s: planned %s, settled %s",
        journal.id(),
        planned,
        settled.keySet());
    var started = counted(journal, "tool_started", "effect").keySet();
    check(planned.containsAll(started), "%s: started without a plan: %s", journal.id(), started);
  }

  private void approvals(Journal journal) {
    var asked = counted(journal, "approval_requested", "effect");
    var answered = counted(journal, "approval_answered", "effect");
    answered.forEach(
        (effect, n) ->
            check(
                n <= asked.getOrDefault(effect, 0L),
                "%s: %s was answered %d times",
                journal.id(),
                effect,
                n));
  }

  /// Each task has one end, and its child is there and has ended; what is said of its use is true.
  private void tasks(Journal journal) {
    var started = counted(journal, "task_started", "child");
    var ended = counted(journal, "task_ended", "child");
    started.forEach((child, n) -> check(n == 1, "%s: %s begun %d times", journal.id(), child, n));
    ended.forEach((child, n) -> check(n == 1, "%s: %s ended %d times", journal.id(), child, n));
    check(
        started.keySet().equals(ended.keySet()),
        "%s: tasks begun %s, ended %s",
        journal.id(),
        started.keySet(),
        ended.keySet());
    for (var event : journal.all("task_ended")) {
      var child = journals.get(text(event, "child"));
      var said = Tokens.of(event.path("usage"));
      check(
          said.equals(Tokens.NONE) || (child != null && said.equals(tree(child))),
          "%s: of %s it is said that it used %s",
          journal.id(),
          text(event, "child"),
          said);
    }
    var parent = journal.parent() == null ? null : journals.get(journal.parent());
    check(
        parent == null || counted(parent, "task_started", "child").containsKey(journal.id()),
        "%s: its parent does not know it",
        journal.id());
  }

  /// Used by a session and all below it.
  private Tokens tree(Journal journal) {
    var sum = own(journal);
    for (var other : journals.values()) {
      if (journal.id().equals(other.parent())) {
        sum = sum.plus(tree(other));
      }
    }
    return sum;
  }

  private static Tokens own(Journal journal) {
    var sum = Tokens.NONE;
    for (var event : journal.events()) {
      if (isUse(event)) {
        sum = sum.plus(Tokens.of(event.path("usage")));
      }
    }
    return sum;
  }

  private static boolean isUse(JsonNode event) {
    return switch (type(event)) {
      case "model_replied", "completion_made" -> true;
      case "history_compacted" -> event.has("summary");
      case "compaction_failed" -> event.has("usage");
      default -> false;
    };
  }

  /// What each session used by itself and with all below it, for whoever counts otherwise.
  static Map<String, Tokens> ledgers(Path folder) throws Exception {
    try (var store = new SoakJournals(SoakProcess.store(folder))) {
      var audit = new SoakAudit(folder, store);
      var ledgers = new LinkedHashMap<String, Tokens>();
      audit.journals.values().forEach(one -> ledgers.put(one.id(), audit.tree(one)));
      return ledgers;
    }
  }

  /// Whoever hands on is followed by the one that goes on, and begins nothing any more.
  private void handOffs(Journal journal) {
    var handed = journal.all("session_handed_off");
    check(handed.size() <= 1, "%s: handed on %d times", journal.id(), handed.size());
    for (var event : handed) {
      var next = journals.get(text(event.path("to"), "session"));
      check(next != null, "%s: handed on to nobody: %s", journal.id(), event);
      check(
          next == null || counted(next, "run_finished", "run").containsKey(next.id()),
          "%s: what it handed on was not done",
          journal.id());
      long seq = event.path("seq").asLong();
      journal.all("run_accepted").stream()
          .filter(begun -> begun.path("seq").asLong() > seq)
          .forEach(begun -> check(false, "%s: begun after: %s", journal.id(), begun));
    }
  }

  /// What is journaled of a reply is what the provider said, of each reply once.
  private void replies() {
    var seen = new HashMap<String, String>();
    for (var journal : journals.values()) {
      for (var event : journal.events()) {
        if (isUse(event)) {
          var name = replyName(event);
          if (name == null && NAMELESS.contains(type(event))) {
            continue;
          }
          var twice = name == null ? "without a name" : seen.put(name, journal.id());
          check(twice == null, "%s: reply %s is also in %s", journal.id(), name, twice);
          check(
              name != null && Tokens.of(event.path("usage")).equals(reported.get(name)),
              "%s: reply %s, reported %s: %s",
              journal.id(),
              name,
              name == null ? "nothing" : reported.get(name),
              event);
        }
      }
    }
    check(!seen.isEmpty(), "no model has said anything");
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

  /// What an account has spent is what those have used that were under it.
  private void accounts() throws Exception {
    var spent = new HashMap<String, List<Tokens>>();
    for (var journal : journals.values()) {
      var payer = payer(journal.source(), journal.shared());
      for (var event : journal.events()) {
        payer = payer.after(event);
        // What is asked beside the conversation says itself who pays.
        var account =
            type(event).equals("completion_made")
                ? Payer.name(event.path("budgets"))
                : payer.account();
        if (isUse(event) && !account.isEmpty()) {
          spent
              .computeIfAbsent(account, _ -> new ArrayList<>())
              .add(Tokens.of(event.path("usage")));
        }
      }
    }
    for (var row : store.rows("SELECT name, tokens, model_calls, money FROM accounts")) {
      var uses = spent.getOrDefault(row.getFirst(), List.of());
      var counted =
          List.of(
              row.getFirst(),
              String.valueOf(uses.stream().mapToLong(Tokens::total).sum()),
              String.valueOf(uses.size()),
              String.valueOf(uses.stream().mapToLong(Tokens::money).sum()));
      check(row.equals(counted), "account says %s, journals say %s", row, counted);
      spent.remove(row.getFirst());
    }
    check(spent.isEmpty(), "no accounts for %s", spent.keySet());
  }

  /// Nothing is set aside, but for what somebody had set aside for a call that was over and was
  /// killed before it gave that back. Whoever needs it gets it.
  private void reservations(int kills) throws Exception {
    var aside = store.rows("SELECT * FROM reservations");
    check(aside.size() <= kills, "still set aside: %s", aside);
  }

  /// Who pays at a place in a session.
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

  /// @param set the account that was set for the session, which comes before that of a run
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

  /// Each item has been taken, by an append that is there, or ignored with a reason.
  private void inbox() throws Exception {
    var open = store.rows("SELECT session, id FROM inbox WHERE seq IS NULL AND why IS NULL");
    check(open.isEmpty(), "unread: %s", open);
    var both =
        store.rows("SELECT session, id FROM inbox WHERE seq IS NOT NULL AND why IS NOT NULL");
    check(both.isEmpty(), "taken and ignored: %s", both);
    var nowhere =
        store.rows(
            "SELECT i.session, i.id, i.seq FROM inbox i JOIN sessions s ON s.ordinal = i.session"
                + " WHERE i.seq > s.length OR i.seq <= s.shared");
    check(nowhere.isEmpty(), "taken by an append that is not there: %s", nowhere);
    var asked = store.rows("SELECT run FROM approvals");
    check(asked.isEmpty(), "still asked: %s", asked);
  }

  /// What must not happen twice has not; what is said to have happened has, and nothing else.
  private void effects() throws Exception {
    var done =
        Notebook.all(folder, "unsafe").stream().collect(groupingBy(List::getFirst, counting()));
    done.forEach((key, n) -> check(n == 1, "unsafe %s was done %d times", key, n));
    var keyed = new HashSet<String>();
    Notebook.all(folder, "keyed").forEach(words -> keyed.add(words.getFirst()));
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
          check(!must || performed.contains(key), "%s %s was not done", tool, key);
          check(may || !performed.contains(key), "%s %s was done, and is %s", tool, key, outcome);
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

  /// Whatever somebody was told has begun is there; the rows say of its end what the journal says.
  private void promises() throws Exception {
    var ends = new HashMap<String, String>();
    for (var row : store.rows("SELECT id, status FROM runs")) {
      ends.put(row.getFirst(), row.getLast());
    }
    ends.forEach((run, status) -> check(!status.isEmpty(), "run %s is not over", run));
    var heard = new HashSet<String>();
    for (var journal : journals.values()) {
      heard.addAll(counted(journal, "text_steered", "key").keySet());
    }
    for (var words : Notebook.all(folder, "sent")) {
      // What was said to a run that another process drives may be heard by one that came later.
      check(
          ends.containsKey(words.getFirst()) || heard.contains(words.getLast()),
          "run %s is lost",
          words);
    }
    for (var journal : journals.values()) {
      for (var event : journal.all("run_finished")) {
        var status = text(event, "status").replace("handed_off", "completed");
        var row = ends.getOrDefault(text(event, "run"), "missing").toLowerCase(Locale.ROOT);
        check(
            row.equals(status),
            "run %s is %s, and its row says %s",
            text(event, "run"),
            status,
            row);
      }
      keys(journal);
    }
  }

  /// Of each message there is one.
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
        (key, all) -> check(all.size() == 1, "%s: message %s is in %s", journal.id(), key, all));
  }

  private void notes() throws Exception {
    for (var kind : List.of("trouble", "invalid")) {
      for (var words : Notebook.all(folder, kind)) {
        check(false, "%s: %s", kind, words);
      }
    }
  }

  private static Map<String, Long> counted(Journal journal, String type, String field) {
    return journal.all(type).stream().collect(groupingBy(event -> text(event, field), counting()));
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }
}
