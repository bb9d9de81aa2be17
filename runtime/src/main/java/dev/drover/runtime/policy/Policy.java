package dev.drover.runtime.policy;

import dev.drover.spi.secret.SecretPaths;
import java.util.ArrayList;
import java.util.List;

/// Rules in three lists, what holds where none matches, and what is demanded of all calls.
///
/// Deny always wins. Between ask and allow the more specific rule wins, and ask wins a tie. Nothing
/// configured means ask. The whole of it has a form as text, in which the journal keeps it.
public record Policy(
    List<Rule> deny,
    List<Rule> ask,
    List<Rule> allow,
    Default otherwise,
    Sandbox sandbox,
    Flow flow) {
  public static final Policy ASK_ALWAYS = withDefault(Default.ASK);
  public static final Policy ALLOW_ALL = withDefault(Default.ALLOW);

  /// For a start: looking around and keeping notes need nobody, but for files that tend to hold
  /// secrets (a sample such as `.env.example` too: one question too many is better than one too
  /// few); everything else is asked about. Nothing is denied. Giving work to another needs nobody
  /// either, because whatever that one does is judged by the same rules.
  public static final Policy STANDARD =
      ASK_ALWAYS
          .allowing("read", "ls", "glob", "grep", "artifact", "todo", "plan", "task")
          .asking(secretFiles("read"))
          .asking(secretFiles("grep"));

  public Policy {
    deny = List.copyOf(deny);
    ask = List.copyOf(ask);
    allow = List.copyOf(allow);
  }

  /// What holds for a call that no rule is about.
  public enum Default {
    ALLOW,
    ASK,
    DENY
  }

  /// What becomes of a tool that could do anything this process may do.
  public enum Sandbox {
    /// It is asked about where no rule allows it.
    PREFERRED,
    /// It is denied.
    REQUIRED
  }

  /// What becomes of a call that can carry data out, once a session has seen both what others wrote
  /// and what must not leave.
  public enum Flow {
    /// A person is asked, whatever is allowed.
    GUARDED,
    OPEN
  }

  private static Policy withDefault(Default otherwise) {
    return new Policy(List.of(), List.of(), List.of(), otherwise, Sandbox.PREFERRED, Flow.GUARDED);
  }

  private static String[] secretFiles(String tool) {
    var rules = new ArrayList<String>();
    for (var name : SecretPaths.NAMES) {
      rules.add(tool + "(" + name + ")");
    }
    for (var folder : SecretPaths.FOLDERS) {
      rules.add(tool + "(**/" + folder + "/**)");
    }
    return rules.toArray(new String[0]);
  }

  /// This policy, with more that is allowed.
  public Policy allowing(String... rules) {
    return new Policy(deny, ask, plus(allow, rules), otherwise, sandbox, flow);
  }

  /// This policy, with more that needs a person.
  public Policy asking(String... rules) {
    return new Policy(deny, plus(ask, rules), allow, otherwise, sandbox, flow);
  }

  /// This policy, with more that is refused.
  public Policy denying(String... rules) {
    return new Policy(plus(deny, rules), ask, allow, otherwise, sandbox, flow);
  }

  /// This policy, with something else where no rule matches.
  public Policy otherwise(Default action) {
    return new Policy(deny, ask, allow, action, sandbox, flow);
  }

  /// This policy, refusing what would run without a sandbox.
  public Policy requiringSandbox() {
    return new Policy(deny, ask, allow, otherwise, Sandbox.REQUIRED, flow);
  }

  /// This policy, not asking because untrusted and secret data came together.
  public Policy withoutFlowRule() {
    return new Policy(deny, ask, allow, otherwise, sandbox, Flow.OPEN);
  }

  /// Whether no call of the tool could ever pass, so that a model need not know of it.
  public boolean hides(String tool) {
    if (deny.isEmpty() && otherwise != Default.DENY) {
      return false;
    }
    boolean denied = deny.stream().anyMatch(rule -> rule.names(tool) && rule.isUnlimited());
    boolean unnamed =
        otherwise == Default.DENY
            && ask.stream().noneMatch(rule -> rule.names(tool))
            && allow.stream().noneMatch(rule -> rule.names(tool));
    return denied || unnamed;
  }

  /// The canonical text: [#parse] makes an equal policy of it.
  public String text() {
    return PolicyText.of(this);
  }

  /// Reads lines such as `deny bash(rm *)`, `ask write`, `allow read`, `default ask`, `require
  /// sandbox`, `flow off`. Empty lines, and lines that start with `#`, mean nothing.
  ///
  /// @throws IllegalArgumentException naming the line, what is wrong, and what is expected
  public static Policy parse(String text) {
    return PolicyText.parse(text);
  }

  private static List<Rule> plus(List<Rule> rules, String... more) {
    var all = new ArrayList<>(rules);
    for (var text : more) {
      all.add(Rule.parse(text));
    }
    return all;
  }
}
