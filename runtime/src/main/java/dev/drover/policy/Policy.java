package dev.drover.policy;

import dev.drover.internal.redact.SecretPaths;
import java.util.ArrayList;
import java.util.List;

/// Deny, ask and allow rules, a default for calls that no rule matches, and requirements for all
/// calls.
///
/// Deny always wins. Between ask and allow the more specific rule wins, and ask wins a tie. An
/// empty policy asks. The whole policy has a text form, which the journal stores.
public record Policy(
    List<Rule> deny,
    List<Rule> ask,
    List<Rule> allow,
    Default otherwise,
    Sandbox sandbox,
    Flow flow) {
  public static final Policy ASK_ALWAYS = withDefault(Default.ASK);
  public static final Policy ALLOW_ALL = withDefault(Default.ALLOW);

  /// A default policy. Reading and taking notes need no approval, except for files that often
  /// contain secrets (including samples such as `.env.example`: an unnecessary question is better
  /// than a missing one). Everything else needs an approval. Nothing is denied. Delegating needs no
  /// approval, because the same rules judge the calls of the task.
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

  /// What happens to a call that no rule matches.
  public enum Default {
    ALLOW,
    ASK,
    DENY
  }

  /// What happens to a call of a tool that could do everything that this process may do.
  public enum Sandbox {
    /// It needs an approval unless a rule allows it.
    PREFERRED,
    /// It is denied.
    REQUIRED
  }

  /// What happens to a call that can send data out, after the session has read both untrusted and
  /// secret data.
  public enum Flow {
    /// It needs an approval, regardless of allow rules.
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

  /// Returns this policy with more allow rules.
  public Policy allowing(String... rules) {
    return new Policy(deny, ask, plus(allow, rules), otherwise, sandbox, flow);
  }

  /// Returns this policy with more ask rules.
  public Policy asking(String... rules) {
    return new Policy(deny, plus(ask, rules), allow, otherwise, sandbox, flow);
  }

  /// Returns this policy with more deny rules.
  public Policy denying(String... rules) {
    return new Policy(plus(deny, rules), ask, allow, otherwise, sandbox, flow);
  }

  /// Returns this policy with another default.
  public Policy otherwise(Default action) {
    return new Policy(deny, ask, allow, action, sandbox, flow);
  }

  /// Returns this policy, denying calls that would run without a sandbox.
  public Policy requiringSandbox() {
    return new Policy(deny, ask, allow, otherwise, Sandbox.REQUIRED, flow);
  }

  /// Returns this policy without the rule for untrusted and secret data.
  public Policy withoutFlowRule() {
    return new Policy(deny, ask, allow, otherwise, sandbox, Flow.OPEN);
  }

  /// Whether every call of the tool would be denied, so that the model need not know the tool.
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

  /// The canonical text: [#parse] turns it into an equal policy.
  public String text() {
    return PolicyText.of(this);
  }

  /// Parses lines such as `deny bash(rm *)`, `ask write`, `allow read`, `default ask`, `require
  /// sandbox`, `flow off`. Empty lines and lines that start with `#` are ignored.
  ///
  /// @throws IllegalArgumentException naming the line, the error, and what is expected
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
