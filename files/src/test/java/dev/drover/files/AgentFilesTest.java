package dev.drover.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.task.Subagent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Agents from files, in the formats of other programs and in our own.
@Tag("F1")
final class AgentFilesTest {
  private static final Model LARGE = new Unasked("office/large");
  private static final Model SMALL = new Unasked("office/small");

  private record Unasked(String name) implements Model {
    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      throw new IllegalStateException("nobody asks it");
    }
  }

  @TempDir Path place;
  private Path workspace;
  private Path home;

  @BeforeEach
  void twoFolders() throws IOException {
    workspace = Files.createDirectories(place.resolve("work"));
    home = Files.createDirectories(place.resolve("home"));
  }

  private static void write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private AgentFiles read() {
    return AgentFiles.read(
        workspace,
        home,
        name -> Stream.of(LARGE, SMALL).filter(model -> model.name().equals(name)).findFirst());
  }

  private List<String> warnings() {
    return read().warnings().stream()
        .map(Problem::toString)
        .map(line -> line.replace(place.toString(), ""))
        .toList();
  }

  @Test
  void frontMatterOfOtherProgramsIsAccepted() {
    write(
        workspace.resolve(".claude/agents/reviewer.md"),
        """
        ---
        name: code-reviewer
        description: Reviews code. Use it after each change.
        tools: Read, Grep, Glob, Bash
        model: inherit
        color: blue
        permissionMode: bypassPermissions
        ---

        Look at the diff.

        Be brief.
        """);
    assertThat(read())
        .isEqualTo(
            new AgentFiles(
                List.of(
                    Subagent.of(
                            "code-reviewer",
                            "Reviews code. Use it after each change.",
                            "Look at the diff.\n\nBe brief.")
                        .withTools("read", "artifact", "grep", "glob", "bash", "process")),
                List.of()));
  }

  @Test
  void frontMatterThatIsNotYamlIsReadLineByLine() {
    write(
        workspace.resolve(".claude/agents/tester.md"),
        """
        ---
        name: tester
        description: Use this when: tests fail. Examples: <example>user: "it: fails"</example>
        tools: Read
        ---
        Run the tests.
        """);
    assertThat(read().warnings()).isEmpty();
    assertThat(read().agents())
        .containsExactly(
            Subagent.of(
                    "tester",
                    "Use this when: tests fail. Examples: <example>user: \"it: fails\"</example>",
                    "Run the tests.")
                .withTools("read", "artifact"));
  }

  @Test
  void listsAndTablesOfToolsAreAccepted() {
    write(
        workspace.resolve(".agents/agents/a.md"),
        "---\ndescription: d\ntools:\n  - Read\n  - Edit\nmaxTurns: 7\n---\nGo.\n");
    write(
        workspace.resolve(".agents/b.md"),
        "---\ndescription: d\ntools: {write: false, bash: false, read: true}\n---\r\nGo.");
    write(
        workspace.resolve(".agents/c.md"),
        "---\ndescription: d\ndisallowedTools: Write, Bash\n---\nGo.");
    assertThat(read().warnings()).isEmpty();
    assertThat(read().agents())
        .containsExactly(
            Subagent.of("a", "d", "Go.").withTools("read", "artifact", "edit", "patch").maxTurns(7),
            Subagent.of("b", "d", "Go.").denying("write", "bash"),
            Subagent.of("c", "d", "Go.").denying("write", "bash", "process"));
  }

  @Test
  void ourOwnFormIsYaml() {
    write(
        workspace.resolve(".drover/agents/scribe.yaml"),
        """
        description: writes short texts
        instructions: |
          Write what you are asked.
        tools: [read, write]
        deny: ["write(secret/**)"]
        model: office/large
        max-turns: 5
        """);
    assertThat(read())
        .isEqualTo(
            new AgentFiles(
                List.of(
                    Subagent.of("scribe", "writes short texts", "Write what you are asked.")
                        .withTools("read", "write")
                        .denying("write(secret/**)")
                        .with(LARGE)
                        .maxTurns(5)),
                List.of()));
  }

  @Test
  void theWorkspaceTakesPrecedenceForEqualNames() {
    for (var folder :
        List.of(
            workspace.resolve(".drover/agents"),
            workspace.resolve(".claude/agents"),
            workspace.resolve(".agents/agents"),
            home.resolve(".config/drover/agents"),
            home.resolve(".claude/agents"))) {
      write(folder.resolve("one.md"), "---\ndescription: d\n---\n" + place.relativize(folder));
    }
    write(home.resolve(".claude/agents/deep/two.md"), "---\ndescription: d\n---\nGo.");
    assertThat(read().warnings()).isEmpty();
    assertThat(read().agents())
        .extracting(Subagent::name, Subagent::instructions)
        .containsExactly(tuple("one", "work/.drover/agents"), tuple("two", "Go."));
  }

  @Test
  void aFileReplacesABuiltInAgentOfTheSameName() {
    write(workspace.resolve(".drover/agents/explore.md"), "---\ndescription: d\n---\nGo.");
    assertThat(read().mergedWith(Subagent.standard()))
        .containsExactly(
            Subagent.of("explore", "d", "Go."),
            Subagent.plan(),
            Subagent.general(),
            Subagent.review(),
            Subagent.verify());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.md   | Go.                                     | :1: it does not begin with a head. Begin with a line of three dashes, 'description: …', and three dashes again.
          a.md   | ---~description: d~                     | :1: its head has no end. Close it with a line of three dashes.
          a.md   | ---~description: d~---~                 | : there are no instructions below its head. Write them there.
          a.md   | ---~name: a~---~Go.                     | : it does not say what it is good at. Write 'description: …' into its head.
          a.md   | ---~description: d~name: a b~---~Go.    | :3: 'a b' is not a name; use 1 to 64 letters, digits, '-' or '_'. Correct it.
          a.md   | ---~description: d~tools: []~---~Go.    | :3: none of its tools is known here. Name at least one, such as read, or leave the line out for all.
          a.md   | ---~description: d~tools: WebSearch~---~Go. | :3: none of its tools is known here. Name at least one, such as read, or leave the line out for all.
          a.md   | ---~description: d~maxTurns: many~---~Go. | :3: maxTurns: 'many' is not a number of turns. Write a number above 0.
          a.yaml | description: d~instruction: Go.         | :2: there is no key 'instruction'. Did you mean 'instructions'? There are: name, description, instructions, tools, deny, model, fallback, max-turns.
          a.yaml | description: d                          | :1: it has no instructions. Write 'instructions: …'.
          a.yaml | description: d~description: e           | :2: the key 'description' is there twice. Leave one out.
          a.yaml | description: [d]~instructions: Go.      | :1: description is not a text. Put it into quotes.
          a.yaml | - a                                     | :1: it has no keys and values. Write lines such as 'description: …'.
          a.yml  | description: d~instructions: Go.~deny: 'bash(' | :3: rule 'bash(': its parenthesis is not closed at the end; expected is tool, tool*, tool(pattern) or tool(=text). Correct it.
          """)
  void anInvalidFileIsReportedWithItsLineAndTheOthersAreRead(
      String file, String content, String expected) {
    write(workspace.resolve(".drover/agents/" + file), content.replace('~', '\n'));
    write(workspace.resolve(".drover/agents/z.md"), "---\ndescription: d\n---\nGo.");
    assertThat(warnings())
        .containsExactly("agent_file_unusable: /work/.drover/agents/" + file + expected);
    assertThat(read().agents()).containsExactly(Subagent.of("z", "d", "Go."));
  }

  @Test
  void ignoredPartsOfAFileAreReported() {
    write(
        workspace.resolve(".claude/agents/a.md"),
        "---\ndescription: d\ntools: Read, Bash(git log:*), WebSearch\nmodel: sonnet\n---\nGo.");
    assertThat(warnings())
        .containsExactly(
            "agent_file_partly_used: /work/.claude/agents/a.md: 'Bash(git log:*)' is the whole of"
                + " bash, judged by policy; there is no tool 'WebSearch' here; there is no model"
                + " 'sonnet' here, so it uses that of its parent. Change the file if that is not"
                + " what you want.");
    assertThat(read().agents())
        .containsExactly(
            Subagent.of("a", "d", "Go.").withTools("read", "artifact", "bash", "process"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.md   | ---;description: d;model: office/large;fallback: office/small;---;Go.",
        "a.md   | ---;description: d;model: office/large;fallback: [office/small];---;Go.",
        "a.yaml | description: d;model: office/large;fallback: office/small;instructions: Go.",
        "a.yaml | description: d;model: office/large;fallback: [office/small];instructions: Go."
      })
  @Tag("C2")
  void aFileCanNameFallbackModels(String file, String content) {
    write(workspace.resolve(".drover/agents").resolve(file), content.replace(';', '\n'));
    assertThat(warnings()).isEmpty();
    assertThat(read().agents())
        .containsExactly(Subagent.of("a", "d", "Go.").with(LARGE).fallback(SMALL));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fallback: office/small | agent_file_unusable: /work/.drover/agents/a.md:3: it names a"
            + " fallback, and no model of its own. Write 'model: …' as well; without one it has the"
            + " model and the fallbacks of its parent.",
        "model: inherit;fallback: office/small | agent_file_unusable:"
            + " /work/.drover/agents/a.md:4: it names a fallback, and no model of its own. Write"
            + " 'model: …' as well; without one it has the model and the fallbacks of its parent.",
        "model: office/large;fallback: [office/small, office/large] | agent_file_unusable:"
            + " /work/.drover/agents/a.md:4: fallback: 'office/large' is named twice. Name each"
            + " model once: one that has failed is not asked again in a run.",
        "model: office/large;fallback: {a: b} | agent_file_unusable:"
            + " /work/.drover/agents/a.md:4: fallback is not a list. Write names, parted by"
            + " commas.",
        "model: office/large;fallback: opus | agent_file_partly_used: /work/.drover/agents/a.md:"
            + " there is no model 'opus' here, so it is no fallback. Change the file if that is"
            + " not what you want.",
        "model: opus;fallback: office/small | agent_file_partly_used: /work/.drover/agents/a.md:"
            + " there is no model 'opus' here, so it uses that of its parent and its fallbacks."
            + " Change the file if that is not what you want."
      })
  void anInvalidFallbackIsReported(String head, String warning) {
    write(
        workspace.resolve(".drover/agents/a.md"),
        "---\ndescription: d\n%s\n---\nGo.".formatted(head.replace(';', '\n')));
    assertThat(warnings()).containsExactly(warning);
  }

  @Test
  void aLinkOutOfTheWorkspaceIsNotFollowed() throws IOException {
    write(home.resolve("diary.md"), "---\ndescription: d\n---\nDear diary.");
    Files.createDirectories(workspace.resolve(".claude/agents"));
    Files.createSymbolicLink(workspace.resolve(".claude/agents/a.md"), home.resolve("diary.md"));
    assertThat(read().agents()).isEmpty();
    assertThat(warnings())
        .containsExactly(
            "agent_file_unusable: /work/.claude/agents/a.md: it is a link that leads out of the"
                + " workspace. Copy the file.");
  }

  @Test
  void twoAgentsOfTheSameNameInOneFolderAreAnError() {
    var folder = workspace.resolve(".drover/agents");
    write(folder.resolve("a.md"), "---\ndescription: d\n---\nGo.");
    write(folder.resolve("b.md"), "---\nname: a\ndescription: d\n---\nStay.");
    write(folder.resolve("README.md"), "Agents of ours.");
    assertThat(warnings())
        .containsExactly(
            "agent_file_unusable: /work/.drover/agents/b.md: /work/.drover/agents/a.md has the"
                + " name 'a' already. Name it differently.");
    assertThat(AgentFiles.in(folder, AgentFiles.ModelLookup.NONE).agents())
        .containsExactly(Subagent.of("a", "d", "Go."));
  }

  @Test
  void toolsThatAnAgentDoesNotHaveAreLeftOutWithAWarning() {
    var free = Subagent.of("free", "d", "Go.");
    var reader = Subagent.of("reader", "d", "Go.").withTools("read", "websearch");
    var lost = Subagent.of("lost", "d", "Go.").withTools("websearch");
    var limited =
        new AgentFiles(List.of(free, reader, lost), List.of()).limitedTo(List.of("read", "write"));
    assertThat(limited.agents()).isEqualTo(List.of(free, reader.withTools("read")));
    assertThat(limited.warnings())
        .extracting(Problem::detail)
        .containsExactly(
            "subagent reader: there is no tool 'websearch' here",
            "subagent lost: there is no tool 'websearch' here");
  }
}
