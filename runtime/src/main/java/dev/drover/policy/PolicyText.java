package dev.drover.policy;

import dev.drover.policy.Policy.Default;
import dev.drover.policy.Policy.Flow;
import dev.drover.policy.Policy.Sandbox;
import java.util.List;
import java.util.Locale;

/// The text form of a policy, with one rule or setting in each line.
final class PolicyText {
  private static final String REQUIRE_SANDBOX = "require sandbox";
  private static final String FLOW_OFF = "flow off";

  private PolicyText() {}

  static String of(Policy policy) {
    var text = new StringBuilder();
    rules(text, "deny", policy.deny());
    rules(text, "ask", policy.ask());
    rules(text, "allow", policy.allow());
    line(text, "default " + policy.otherwise().name().toLowerCase(Locale.ROOT));
    if (policy.sandbox() == Sandbox.REQUIRED) {
      line(text, REQUIRE_SANDBOX);
    }
    if (policy.flow() == Flow.OPEN) {
      line(text, FLOW_OFF);
    }
    return text.toString();
  }

  private static void rules(StringBuilder text, String list, List<Rule> rules) {
    rules.forEach(rule -> line(text, list + " " + rule));
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }

  static Policy parse(String text) {
    var policy = Policy.ASK_ALWAYS;
    int number = 0;
    for (var line : text.split("\n", -1)) {
      number++;
      var stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        policy = with(policy, stripped, number);
      }
    }
    return policy;
  }

  private static Policy with(Policy policy, String line, int number) {
    int blank = line.indexOf(' ');
    var word = blank < 0 ? line : line.substring(0, blank);
    var rest = line.substring(word.length()).strip();
    try {
      return switch (word) {
        case "deny" -> policy.denying(rest);
        case "ask" -> policy.asking(rest);
        case "allow" -> policy.allowing(rest);
        case "default" -> policy.otherwise(action(rest));
        case "require", "flow" -> demanding(policy, line);
        default -> throw unknown(line);
      };
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "line %d of the policy: %s".formatted(number, malformed.getMessage()), malformed);
    }
  }

  private static Default action(String word) {
    return switch (word) {
      case "allow" -> Default.ALLOW;
      case "ask" -> Default.ASK;
      case "deny" -> Default.DENY;
      default ->
          throw new IllegalArgumentException(
              "'default %s': expected is default allow, default ask or default deny"
                  .formatted(word));
    };
  }

  private static Policy demanding(Policy policy, String line) {
    return switch (line) {
      case REQUIRE_SANDBOX -> policy.requiringSandbox();
      case FLOW_OFF -> policy.withoutFlowRule();
      default -> throw unknown(line);
    };
  }

  private static IllegalArgumentException unknown(String line) {
    return new IllegalArgumentException(
        "'%s' means nothing; expected is deny, ask or allow with a rule, default, require sandbox or flow off"
            .formatted(line));
  }
}
