package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Error messages require no knowledge of Java.
@Tag("J8")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PlainWordsTest {
  private static final Pattern JAVA_CLASS = Pattern.compile("[A-Z]\\w+(Exception|Error)\\b");
  private static final Pattern RECORD = Pattern.compile("\\w+\\[\\w+=");

  /// Constants of this project and of the JDK; names of variables may be shown.
  private static final Pattern CONSTANT = Pattern.compile("\\b[A-Z]{2,}(_[A-Z]+)+\\b");

  private static final Pattern VARIABLE = Pattern.compile("\\b(DROVER|XDG|\\w+_API)_\\w+|YOUR_KEY");

  @TempDir Path place;
  private CliFixture cli;

  /// Calls that fail, or that show a failure; their order matters.
  private List<List<String>> calls() {
    return List.of(
        List.of("run", "--script", "none.yaml", "look"),
        List.of("run", "--script", "folder", "look"),
        List.of("run", "--script", "latin.yaml", "look"),
        List.of("run", "--script", "wrong.yaml", "look"),
        List.of("run", "--script", "s.yaml", "--attach", "none.png", "look"),
        List.of("run", "--script", "s.yaml", "--attach", "folder", "look"),
        List.of("run", "--script", "s.yaml", "--workspace", "none", "look"),
        List.of("run", "--script", "s.yaml", "--store", "s.yaml", "look"),
        List.of("run", "--script", "s.yaml", "--store", "s.yaml/x.db", "look"),
        List.of("run", "--script", "s.yaml", "--store", "folder", "look"),
        List.of("run", "--script", "s.yaml", "--max-turns", "many", "look"),
        List.of("run", "--script", "s.yaml", "--approve", "perhaps", "look"),
        List.of("run", "--script", "s.yaml", "--budget", "0", "look"),
        List.of("run", "--model", "ollama", "look"),
        List.of("run", "--model", "nobody/x", "look"),
        List.of("run", "--model", "anthropic/claude-sonnet-5", "look"),
        List.of("run", "--script", "failing.yaml", "--session", "f", "look"),
        List.of("run", "--script", "w.yaml", "--session", "w", "--approve", "deny", "look"),
        List.of("run", "--script", "s.yaml", "--session", "bad id", "look"),
        List.of("run", "--script", "tool.yaml", "--session", "t", "--approve", "auto", "look"),
        List.of("chat", "--script", "none.yaml"),
        List.of("resume", "none"),
        List.of("sessions", "--store", "none.db"),
        List.of("runs", "none"),
        List.of("show", "none"),
        List.of("show", "f"),
        List.of("show", "t"),
        List.of("runs", "f"),
        List.of("events", "f"),
        List.of("events", "t"),
        List.of("events", "t", "--after", "1000"),
        List.of("events", "t", "--after", "x"),
        List.of("cost", "none"),
        List.of("diff", "r-1", "none"),
        List.of("diff", "r-1", "r-2"),
        List.of("export", "none"),
        List.of("replay", "none"),
        List.of("approve", "none"),
        List.of("approve", "t.e9"),
        List.of("deny", "t.e9"),
        List.of("approvals", "t.e9"),
        List.of("cancel", "none"),
        List.of("fork", "none"),
        List.of("fork", "t", "--at", "999"),
        List.of("undo", "none"),
        List.of("rules", "revoke", "g-9"),
        List.of("rules", "turn"),
        List.of("policy", "explain", "((("),
        List.of("policy", "explain", "bash(ls"),
        List.of("policy", "explain", "bash(rm -rf /)"),
        List.of("trust", "none"),
        List.of("trust"),
        List.of("models", "nobody"),
        List.of("models"),
        List.of("doctor"),
        List.of("nothing"),
        List.of("run", "--nothing"),
        List.of("run"),
        List.of("--help"));
  }

  @BeforeEach
  void prepare() throws IOException {
    cli =
        new CliFixture(place)
            .write("s.yaml", CliScripts.LOOK)
            .write("w.yaml", CliScripts.WRITE)
            .write("wrong.yaml", "turns: [ {calls: 3} ]")
            .write("failing.yaml", "turns: [ {expect: nothing, text: x} ]")
            .write(
                "tool.yaml",
                """
                turns:
                  - calls:
                      - {tool: read, args: {path: none.txt}}
                      - {tool: read, args: {path: folder}}
                      - {tool: read, args: {path: /etc/shadow}}
                      - {tool: edit, args: {path: none.txt, old: a, new: b}}
                      - {tool: write, args: {path: s.yaml/x, content: b}}
                      - {tool: grep, args: {pattern: "("}}
                      - {tool: fetch, args: {url: "http://127.0.0.1:1/"}}
                      - {tool: ls, args: {path: none}}
                  - text: "Done."
                """);
    Files.createDirectory(cli.folder().resolve("folder"));
    Files.write(cli.folder().resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xfc});
  }

  @Test
  void noMessageContainsAClassConstantOrRecordName() {
    var found = new ArrayList<String>();
    for (var words : calls()) {
      var result = cli.call(words.toArray(String[]::new));
      var text = VARIABLE.matcher(result.out() + result.err()).replaceAll("");
      for (var each : List.of(JAVA_CLASS, RECORD, CONSTANT)) {
        each.matcher(text)
            .results()
            .forEach(hit -> found.add(words + ": " + context(text, hit.start())));
      }
    }
    assertThat(found).isEmpty();
  }

  private static String context(String text, int at) {
    return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 60))
        .replace("\n", "⏎");
  }
}
