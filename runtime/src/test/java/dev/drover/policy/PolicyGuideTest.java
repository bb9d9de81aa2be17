package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.policy.Checker.CallFacts;
import dev.drover.spi.tool.CallSubject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The examples in docs/POLICY.md are true.
@Tag("E1")
@Tag("E2")
final class PolicyGuideTest {
  private static final Pattern BLOCK =
      Pattern.compile("```(policy|decisions|grants)\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern DECISION = Pattern.compile("(allow|ask|deny) +(\\w+): (.*)");
  private static final Pattern GRANT = Pattern.compile("(\\w+): (.*) ⇒ (.*)");

  /// @param expected the decision, or the grant
  record Example(Policy policy, CallFacts call, String expected) {
    @Override
    public String toString() {
      return "%s %s".formatted(expected, call.subjects());
    }
  }

  private static List<Example> decisions() {
    return examples("decisions", DECISION, List.of(2, 3, 1));
  }

  private static List<Example> grants() {
    return examples("grants", GRANT, List.of(1, 2, 3));
  }

  /// @param order the groups with the tool, the text and what is expected
  private static List<Example> examples(String kind, Pattern form, List<Integer> order) {
    var examples = new ArrayList<Example>();
    var policy = Policy.ASK_ALWAYS;
    var block = BLOCK.matcher(guide());
    while (block.find()) {
      if (block.group(1).equals("policy")) {
        policy = Policy.parse(block.group(2));
      } else if (block.group(1).equals(kind)) {
        for (var line : block.group(2).lines().toList()) {
          var row = form.matcher(line);
          assertThat(row.matches()).as(line).isTrue();
          var call = call(row.group(order.get(0)), row.group(order.get(1)));
          examples.add(new Example(policy, call, row.group(order.get(2))));
        }
      }
    }
    return examples;
  }

  private static CallFacts call(String tool, String text) {
    return CallFacts.of(
        tool,
        switch (tool) {
          case "bash" -> new CallSubject.Shell(text);
          case "fetch" -> new CallSubject.Web(text);
          default -> new CallSubject.File(text);
        });
  }

  private static String guide() {
    try {
      return Files.readString(Path.of("..", "docs", "POLICY.md"));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  @Test
  void eachDecisionInTheGuideIsCorrect() {
    for (var example : decisions()) {
      var ruling = PolicyEngine.judge(example.policy(), List.of(), example.call());
      assertThat(ruling.action().name().toLowerCase(Locale.ROOT))
          .as("%s: %s", example, ruling.why())
          .isEqualTo(example.expected());
    }
  }

  @Test
  void eachGrantInTheGuideIsCorrect() {
    for (var example : grants()) {
      assertThat(PolicyEngine.judge(example.policy(), List.of(), example.call()).grant())
          .isEqualTo(example.expected());
    }
  }

  @Test
  void theGuideHasExamples() {
    assertThat(decisions()).hasSizeGreaterThan(50);
    assertThat(grants()).hasSize(4);
  }
}
