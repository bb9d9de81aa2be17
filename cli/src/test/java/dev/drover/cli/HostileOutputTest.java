package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Sends texts that would control a terminal, hide text or reorder it through every command, and
/// checks each code point of the output.
@Tag("J5")
class HostileOutputTest {
  /// Clears the screen, sets the clipboard and the title, and ends with invisible letters.
  private static final String HOSTILE =
      "\u001b[2J\u001b[H\u001b]52;c;ZXZpbA==\u0007\u001b]0;t\u0007\u001b[32mok\u001b[0m"
          + "\u009b31m\u009d0;t\u009c\u007f\b\u202ecod.exe\u2066x\u2069\u200bz\u200dy\u2060\ufeff\u00ad\u061c\u200e\ufff9\u3164\u2028\ue000A\ufe01\udb40\udc41\uffa0\u115f\u2800"
          + " q\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308";

  /// The same in a form that is valid in a file name.
  private static final String NAME = HOSTILE.replace("\u001b]52;c;ZXZpbA==", "\u001b]52;c;Zg");

  /// The only codes that the program itself may send to a terminal, in addition to text.
  private static final String OWN_CODES = "\u001b\\[(0|1|2|31|32|33|36)m";

  @TempDir Path place;
  private CliFixture cli;

  /// The kind of output.
  enum End {
    PIPE,
    TERMINAL,
    PROGRAM
  }

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place.resolve("a\u202eb\u001b[2Jc"));
    cli.write(
        "s.yaml",
        """
        turns:
          - reasoning: "R%1$s"
            text: "T%1$s"
            calls: [ {tool: "N%1$s", args: {command: "C%1$s"}} ]
          - calls: [ {tool: write, args: {path: "F%2$s", content: "W%1$s\\nmore"}} ]
          - calls: [ {tool: bash, args: {command: "printf 'B%1$s'; printf 'E%1$s' >&2; exit 3"}} ]
          - calls: [ {tool: read, args: {path: "missing%2$s"}}, {tool: ls, args: {path: "."}} ]
          - calls: [ {tool: task, args: {agent: "A%1$s", prompt: "P%1$s"}} ]
          - text: "D%1$s"
        """
            .formatted(yaml(HOSTILE), yaml(NAME)));
    cli.write("fails.yaml", "turns: [ {expect: \"X%s\", text: no} ]".formatted(yaml(HOSTILE)));
    cli.write(
        "waits.yaml",
        "turns: [ {calls: [ {tool: \"write\", args: {path: \"Q%s\", content: \"%s\"}} ]} ]"
            .formatted(yaml(NAME), yaml(HOSTILE)));
  }

  /// As a double-quoted YAML scalar.
  private static String yaml(String text) {
    var scalar = new StringBuilder();
    text.codePoints().forEach(c -> scalar.append("\\U%08x".formatted(c)));
    return scalar.toString();
  }

  @ParameterizedTest
  @EnumSource
  void noCommandLetsUnescapedForeignTextReachTheTerminal(End end) {
    var printed = new ArrayList<String>();
    for (var line : lines()) {
      var words = new ArrayList<>(line);
      switch (end) {
        case PIPE -> cli.piping("hello %s\n/help\n/nonsense%s\n".formatted(HOSTILE, HOSTILE));
        case TERMINAL -> {
          cli.typing("n no%s\ny\ny\ny\n".formatted(HOSTILE));
          cli.variable("NO_COLOR", "").variable("COLUMNS", "60");
          if (words.getFirst().equals("chat")) {
            continue;
          }
        }
        case PROGRAM -> words.add("--json");
      }
      var result = cli.call(words.toArray(String[]::new));
      for (var text : List.of(result.out(), result.err())) {
        var found = forbidden(text.replaceAll(OWN_CODES, ""));
        if (!found.isEmpty()) {
          printed.add(String.join(" ", words).substring(0, 4) + " … " + found);
        }
      }
    }
    assertThat(printed).isEmpty();
  }

  private static List<List<String>> lines() {
    return List.of(
        List.of("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", HOSTILE),
        List.of("run", "--script", "s.yaml", "--session", "asked", "go"),
        List.of("run", "--script", "s.yaml", "--session", "denied", "--approve", "deny", "go"),
        List.of("run", "--script", "fails.yaml", "--session", "f", "go"),
        List.of("run", "--script", "waits.yaml", "--session", "w", "--approve", "ask", "go"),
        List.of("run", "--script", "none" + HOSTILE, "go"),
        List.of("run", "--model", "no/" + HOSTILE, "go"),
        List.of("run", "--agent", HOSTILE, "--script", "s.yaml", "go"),
        List.of("run", "--session", HOSTILE, "--script", "s.yaml", "go"),
        List.of("run", "--verbose", "--store", "/dev/null/" + HOSTILE, "--script", "s.yaml", "go"),
        List.of("chat", "--script", "s.yaml", "--session", "c"),
        List.of("sessions"),
        List.of("runs", "a"),
        List.of("show", "a"),
        List.of("show", HOSTILE),
        List.of("events", "a"),
        List.of("events", "a", "--after", HOSTILE),
        List.of("events", "w"),
        List.of("approvals"),
        List.of("approvals", "w.e2", "--full"),
        List.of("rules"),
        List.of("rules", "revoke", HOSTILE),
        List.of("trust", "--show"),
        List.of("approve", HOSTILE),
        List.of("deny", "w.e2", "--reason", HOSTILE),
        List.of("resume", "--script", "s.yaml"),
        List.of("cancel", "none" + HOSTILE),
        List.of("fork", "a", "--at", HOSTILE),
        List.of("fork", "a"),
        List.of("replay", "a"),
        List.of("export", "a"),
        List.of("export", "a", "--trace"),
        List.of("diff", "r-1", "r-2"),
        List.of("cost"),
        List.of("undo", "r-1"),
        List.of("policy", "explain", "bash(echo " + HOSTILE + ")"),
        List.of("models"),
        List.of("doctor"),
        List.of("doctor", "--workspace", HOSTILE),
        List.of("help" + HOSTILE),
        List.of("run", "--option" + HOSTILE));
  }

  @Test
  void invalidSettingsAreEscapedInMessages() {
    var printed = new StringBuilder();
    for (var setting :
        List.of(
            "\"K%s\": x",
            "model: \"M%s\"", "allow: \"bash(%s\"", "agents: {\"x%s\": {model: 3}}")) {
      cli.write("drover.yaml", setting.formatted(yaml(HOSTILE)));
      for (var command : List.of("doctor", "models", "sessions")) {
        var result = cli.call(command);
        printed.append(result.out()).append(result.err());
      }
    }
    assertThat(forbidden(printed.toString())).isEmpty();
  }

  @Test
  void hookOutputIsEscaped() {
    cli.writeAtHome(
        ".config/drover/config.yaml",
        "hooks: [ \"guard before_tool cat deny.json\", \"end after_tool cat rewrite.json\" ]");
    cli.write("deny.json", "{\"decision\":\"deny\",\"reason\":\"%s\"}".formatted(json(HOSTILE)))
        .write(
            "rewrite.json", "{\"decision\":\"rewrite\",\"text\":\"%s\"}".formatted(json(HOSTILE)));
    var result = cli.call("run", "--script", "s.yaml", "--approve", "auto", "go");
    assertThat(forbidden(result.out() + result.err())).isEmpty();
    assertThat(forbidden(cli.call("events", "s-1").out())).isEmpty();
  }

  @Test
  void escapedJsonParsesToTheSameValue() {
    cli.call("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "go");
    var plan =
        cli.call("events", "a", "--json").json().stream()
            .filter(event -> event.get("type").asString().equals("tools_planned"))
            .findFirst()
            .orElseThrow();
    assertThat(plan.findValue("tool").asString()).isEqualTo("N" + HOSTILE);
    var exported = cli.call("export", "a");
    assertThat(exported.json().toString()).contains("\u202ecod.exe", "\u009b31m");
    assertThat(forbidden(exported.out())).isEmpty();
  }

  @Test
  void aTerminalWithoutUtf8GetsAsciiOnly() {
    cli.typing("y\n").variable("LC_ALL", "C").variable("NO_COLOR", "");
    var result =
        cli.call(
            "run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "é漢" + HOSTILE);
    assertThat(result.out() + result.err() + cli.call("events", "a", "--json").out())
        .isNotEmpty()
        .matches("(?s)[\\n\\x1b -~]*");
    assertThat(result.out()).contains("<U+202E>");
  }

  private static String json(String text) {
    var string = new StringBuilder();
    text.chars().forEach(c -> string.append("\\u%04x".formatted(c)));
    return string.toString();
  }

  /// Code points that must not arrive; listed by hand, independently of the program.
  private static Set<String> forbidden(String text) {
    var found = new TreeSet<String>();
    int marks = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      int type = Character.getType(c);
      marks = type == Character.NON_SPACING_MARK ? marks + 1 : 0;
      boolean harmless =
          c == '\n'
              || c == '\t'
              || !(type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.PRIVATE_USE
                  || type == Character.UNASSIGNED
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR
                  || "\u3164\uffa0\u115f\u1160\u2800\u034f\ufe01".indexOf(c) >= 0
                  || marks > 4);
      if (!harmless) {
        found.add("%04X".formatted(c));
      }
    }
    return found;
  }
}
