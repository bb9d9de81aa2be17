package dev.drover.runtime.policy;

import java.util.ArrayList;
import java.util.List;

/// Rules in three lists, and what holds where none matches.
///
/// Deny always wins. Between ask and allow the more specific rule wins, and ask wins a tie. Nothing
/// configured means ask.
public record Policy(List<Rule> deny, List<Rule> ask, List<Rule> allow, Default otherwise) {
  public static final Policy ASK_ALWAYS = new Policy(List.of(), List.of(), List.of(), Default.ASK);
  public static final Policy ALLOW_ALL = new Policy(List.of(), List.of(), List.of(), Default.ALLOW);

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

  /// This policy, with more that is allowed.
  public Policy allowing(String... rules) {
    return new Policy(deny, ask, plus(allow, rules), otherwise);
  }

  /// This policy, with more that needs a person.
  public Policy asking(String... rules) {
    return new Policy(deny, plus(ask, rules), allow, otherwise);
  }

  /// This policy, with more that is refused.
  public Policy denying(String... rules) {
    return new Policy(plus(deny, rules), ask, allow, otherwise);
  }

  private static List<Rule> plus(List<Rule> rules, String... more) {
    var all = new ArrayList<>(rules);
    for (var text : more) {
      all.add(Rule.parse(text));
    }
    return all;
  }
}
