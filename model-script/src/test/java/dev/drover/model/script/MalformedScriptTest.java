package dev.drover.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MalformedScriptTest {
  @ParameterizedTest(name = "{1}")
  @MethodSource("scripts")
  void anInvalidScriptIsReportedWithItsLineAndReason(String yaml, String detail) {
    assertThat(problemOf(yaml).detail()).isEqualTo("demo.yaml, line " + detail);
  }

  static Object[] scripts() {
    return new Object[] {
      row("", "1: the script is empty"),
      row("- a", "1: a script must have keys and values"),
      row("{}", "1: a script has `turns`, or `agents` with turns"),
      row(
          "turn: []",
          "1: `turn`: a script has no key `turn`; the closest it may have is `turns`,"
              + " all are turns, agents, faults"),
      row("turns: 3", "1: `turns`: must be a list of turns"),
      row("turns:\n  - hello", "2: `turns`: a turn must have keys and values"),
      row(
          "turns:\n  - text: a\n    pauze: 1s",
          "3: `pauze`: a turn has no key `pauze`; the closest it may have is `pause`,"
              + " all are reasoning, text, calls, usage, pause, expect, stop"),
      row("turns:\n  - text: a\n    text: b", "3: `text`: a turn has the key `text` twice"),
      row("turns:\n  - text: [a]", "2: `text`: must have a text"),
      row("turns:\n  - text:", "2: `text`: must have a text"),
      row(
          "turns:\n  - pause: soon",
          "2: `pause`: must be a duration such as 200ms, 2s or 1m, not 'soon'"),
      row("turns:\n  - stop: soon", "2: `stop`: must be length or refused, not 'soon'"),
      row("turns:\n  - expect: '('", "2: `expect`: is not a regular expression: Unclosed group"),
      row("turns:\n  - calls: [{args: {}}]", "2: `calls`: a call needs the name of a `tool`"),
      row(
          "turns:\n  - calls: [{tool: t, arg: {}}]",
          "2: `arg`: a call has no key `arg`; the closest it may have is `args`,"
              + " all are tool, args"),
      row("turns:\n  - usage: {input: many}", "2: `input`: must be a number of tokens, not 'many'"),
      row(
          "turns:\n  - usage: {output: 1, reasoning: 2}",
          "2: `usage`: reasoning is part of output: 2 of 1"),
      row("turns: []\nagents: [x]", "2: `agents`: `agents` must have keys and values"),
      row(
          "turns: []\nfaults:\n  first: []",
          "3: `first`: faults are listed by the number of a turn, from 1"),
      row(
          "turns: []\nfaults: {0: []}",
          "2: `0`: faults are listed by the number of a turn, from 1"),
      row("turns: []\nfaults: {1: [{}]}", "2: `1`: a fault has either a `status` or a `cut`"),
      row(
          "turns: []\nfaults: {1: [{status: 200}]}",
          "2: `status`: an error has a status from 400 to 599, not 200"),
      row(
          "turns: []\nfaults: {1: [{status: 400, retryAfter: 1s}]}",
          "2: `status`: status 400 is final, so it has no retryAfter"),
      row(
          "turns: []\nfaults: {1: [{cut: somewhere}]}",
          "2: `cut`: must be before-text or after-text, not 'somewhere'"),
      row(
          "turns: []\nfaults: {1: [{cut: after-text, retryAfter: 1s}]}",
          "2: `retryAfter`: goes with a `status`, not with a `cut`"),
      row(
          "turns:\n  - calls: [{tool: t, args: {a: 1, a: 2}}]",
          "2: this is not YAML: found duplicate key a"),
      row("turns:\n  - text: \"open", "2: this is not YAML: found unexpected end of stream"),
      row("turns: []\n---\nturns: []", "2: this is not YAML: but found another document"),
    };
  }

  @Test
  void theProblemHasACodeAndARemedy() {
    assertThat(problemOf(""))
        .isEqualTo(
            new Problem(
                "script_invalid",
                "The script is not valid",
                "demo.yaml, line 1: the script is empty",
                "Correct the script."));
  }

  @Test
  void recursiveArgumentsAreRejected() {
    assertThat(problemOf("turns:\n  - calls: [{tool: t, args: &a [*a]}]").detail())
        .startsWith("demo.yaml, line 2: `args`: cannot be said in JSON: ");
  }

  private static Problem problemOf(String yaml) {
    return catchThrowableOfType(PortException.class, () -> ScriptReader.read("demo.yaml", yaml))
        .problem();
  }

  private static Arguments row(String yaml, String detail) {
    return Arguments.of(yaml, detail);
  }
}
