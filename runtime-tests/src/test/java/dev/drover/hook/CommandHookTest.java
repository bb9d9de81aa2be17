package dev.drover.hook;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.hook.HookPoint.HookPointName;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.RequestRefused.PromptDenied;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Hooks that are external programs; here they are shell scripts.
@Tag("E6")
@Timeout(60)
final class CommandHookTest {
  @TempDir private Path workspace;

  private final List<String> got = new CopyOnWriteArrayList<>();
  private final FakeModel model = FakeModel.playing(calls("count"), says("over"));

  private static Hook script(HookPointName point, String script) {
    return CommandHook.of("script", point, List.of("sh", "-c", script));
  }

  private Session open(Drover drover, Hook hook) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(
            FakeTool.unsafe(
                "count",
                call -> {
                  got.add(call.arguments());
                  return done("three \"apples\"");
                }))
        .policy(Policy.ALLOW_ALL)
        .workspace(workspace)
        .hook(hook)
        .build()
        .open();
  }

  private static String denial(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((ToolOutcome.Denied) ((Message.ToolResult) message).outcome()).reason())
        .findFirst()
        .orElseThrow()
        .replaceFirst("hook script of the host does not allow it: ", "");
  }

  private String file(String name) throws IOException {
    return Files.readString(workspace.resolve(name));
  }

  @Test
  void aCommandHookReadsOneObjectInTheWorkspaceAndNoOutputAllows() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, script(HookPointName.BEFORE_TOOL, "cat > seen.json"));
      var run = session.send("go");
      run.await();
      assertThat(got).containsExactly("{}");
      assertThat(file("seen.json"))
          .isEqualTo(
              "{\"point\":\"before_tool\",\"session\":\"%s\",\"run\":\"%s\",\"agent\":\"clerk\","
                      .formatted(session.id(), run.id())
                  + "\"workspace\":\"%s\",\"effect\":\"e2\",\"tool\":\"count\",\"arguments\":{}}"
                      .formatted(workspace));
    }
  }

  @Test
  void aCommandHookMayRewriteArguments() {
    try (var drover = Drover.inMemory()) {
      var said = "{ \"decision\": \"rewrite\", \"arguments\": {\"n\": 1.50} , \"reason\":\"why\"}";
      open(drover, script(HookPointName.BEFORE_TOOL, "echo '" + said + "'")).ask("go");
      assertThat(got).containsExactly("{\"n\": 1.50}");
    }
  }

  @Test
  void aCommandHookMayRewriteAPromptAndAToolResult() {
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              script(
                  HookPointName.PROMPT_SUBMIT,
                  "echo '{\"decision\":\"rewrite\",\"prompt\":\"Hi.\"}'"));
      session
          .hooks()
          .register(
              CommandHook.of(
                  "after",
                  HookPointName.AFTER_TOOL,
                  List.of("sh", "-c", "echo '{\"decision\":\"rewrite\",\"text\":\"four\"}'")));
      session.ask("go");
      assertThat(model.requests().getLast().messages().toString())
          .contains("Hi.")
          .contains("four")
          .doesNotContain("apples");
    }
  }

  @Test
  @Tag("C6")
  void aCommandHookMayDirectASummaryAndReceivesItsResult() throws Exception {
    try (var drover = Drover.inMemory()) {
      var said = "{\"decision\":\"rewrite\",\"instructions\":\"Sum up in rhymes.\"}";
      var script = "cat > before.json; echo '" + said + "'";
      var talker = new FakeModel((_, _) -> FakeAgents.says("Fine."));
      var session =
          drover
              .agent("talker")
              .model(talker)
              .workspace(workspace)
              .hook(script(HookPointName.BEFORE_COMPACTION, script))
              .build()
              .open();
      session
          .hooks()
          .register(
              CommandHook.of(
                  "after",
                  HookPointName.AFTER_COMPACTION,
                  List.of("sh", "-c", "cat > after.json")));
      session.ask("go");
      session.ask("go on");
      session.compact();
      assertThat(talker.requests().getLast().instructions()).isEqualTo("Sum up in rhymes.");
      assertThat(file("before.json"))
          .contains("\"point\":\"before_compaction\"")
          .contains("\"cause\":\"asked\",\"messages\":4,\"tokens\":")
          .contains("\"instructions\":\"You sum up");
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      session.close();
      assertThat(file("after.json"))
          .contains("\"point\":\"after_compaction\"")
          .contains(
              "\"cause\":\"asked\",\"dropped\":2,\"kept\":2,\"trimmed\":0,\"summary\":\"[What");
    }
  }

  @Test
  void exitCodeTwoDeniesWithStandardErrorAsTheReason() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, script(HookPointName.BEFORE_TOOL, "echo 'not today' >&2; exit 2"));
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(got).isEmpty();
      assertThat(denial(session)).isEqualTo("not today");
      session.hooks().register(promptDenier());
      assertThatExceptionOfType(PromptDenied.class)
          .isThrownBy(() -> session.ask("again"))
          .satisfies(denied -> assertThat(denied.reason()).isEqualTo("it gave no reason"));
    }
  }

  private static Hook promptDenier() {
    return CommandHook.of("closed", HookPointName.PROMPT_SUBMIT, List.of("sh", "-c", "exit 2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          echo oops >&2; exit 1            | its command ended with exit 1: oops
          kill -9 $$                       | its command ended with exit 137: it gave no reason
          echo yes                         | its command did not say a JSON object
          echo '[]'                        | its command did not say a JSON object
          echo '{}'                        | its command said no 'decision'
          echo '{"decision":"allow"}'      | its command said the decision 'allow'
          echo '{"decision":true}'         | its command said a 'decision' that cannot be read
          echo '{"decision":"rewrite"}'    | its command rewrites and does not say 'arguments'
          echo '{"decision":"continue"} x' | its command did not say a JSON object
          echo '{"decision":"continue"'    | its command did not say a JSON object
          echo '{"decison":"continue"}'    | its command said 'decison', which is not known
          yes ¦ head -c 70000              | its command said more than 65536 bytes
          yes ¦ head -c 70000 >&2          | its command said more than 65536 bytes
          """)
  void unreadableOutputDenies(String script, String why) {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, script(HookPointName.BEFORE_TOOL, script.replace("¦", "|")));
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(got).isEmpty();
      assertThat(denial(session)).startsWith("the hook broke: " + why);
    }
  }

  @Test
  void aMissingProgramDenies() {
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              CommandHook.of("script", HookPointName.BEFORE_TOOL, List.of("/no/such/program")));
      session.ask("go");
      assertThat(got).isEmpty();
      assertThat(denial(session)).startsWith("the hook broke: ").contains("/no/such/program");
    }
  }

  @Test
  void aTimeoutKillsTheWholeProcessTree() throws Exception {
    try (var drover = Drover.inMemory()) {
      var script = "(sleep 300 & echo $! > child; wait) & echo $$ > parent; wait";
      var slow = script(HookPointName.BEFORE_TOOL, script).within(Duration.ofMillis(800));
      var session = open(drover, slow);
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(denial(session)).isEqualTo("the hook did not answer within PT0.8S");
      for (var name : List.of("parent", "child")) {
        var process = ProcessHandle.of(Long.parseLong(file(name).strip()));
        if (process.isPresent()) {
          process.get().onExit().get(20, TimeUnit.SECONDS);
        }
      }
    }
  }

  @Test
  void aBackgroundProcessOfAHookBlocksNothing() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session =
          open(drover, script(HookPointName.BEFORE_TOOL, "sleep 300 & echo $! > child; exit 0"));
      session.ask("go");
      assertThat(got).containsExactly("{}");
      var child = ProcessHandle.of(Long.parseLong(file("child").strip()));
      if (child.isPresent()) {
        child.get().onExit().get(20, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void theCommandIsNotInterpretedByAShell() throws Exception {
    try (var drover = Drover.inMemory()) {
      var echo = List.of("sh", "-c", "printf '%s' \"$1\" > said", "sh", "$HOME; `id` *");
      open(drover, CommandHook.of("script", HookPointName.BEFORE_TOOL, echo)).ask("go");
      assertThat(file("said")).isEqualTo("$HOME; `id` *");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "echo nonsense; exit 7"})
  void anObserverThatFailsChangesNothing(String script) {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, script(HookPointName.RUN_END, script));
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      assertThat(session.ask("go on").text()).isEqualTo("over");
    }
  }

  @Test
  void aCommandHookReceivesTaskEvents() throws Exception {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(MultiAgentModel.order("Look.")),
            "clerk/scout",
            (_, _) -> says("found"));
    try (var drover = Drover.inMemory()) {
      var session =
          TaskFixture.open(
              TaskFixture.clerk(drover, minds)
                  .workspace(workspace)
                  .hook(named("start", HookPointName.TASK_START))
                  .hook(named("end", HookPointName.TASK_END)));
      session.ask("go");
      assertThat(session.awaitIdle(Duration.ofSeconds(20))).isTrue();
      assertThat(file("start.json"))
          .startsWith("{\"point\":\"task_start\",\"session\":\"s-parent\",\"run\":")
          .endsWith(
              "\"effect\":\"e2\",\"child\":\"s-parent-e2\",\"worker\":\"clerk/scout\","
                  + "\"mode\":\"foreground\"}");
      assertThat(file("end.json"))
          .endsWith(
              "\"child\":\"s-parent-e2\",\"worker\":\"clerk/scout\",\"status\":\"completed\","
                  + "\"usage\":{\"input\":10,\"output\":2,\"cache_read\":0,\"cache_write\":0,"
                  + "\"reasoning\":0}}");
    }
  }

  private static Hook named(String name, HookPointName point) {
    return CommandHook.of(name, point, List.of("sh", "-c", "cat > %s.json".formatted(name)));
  }

  @Test
  @Tag("B5")
  void theEndOfASessionIsReportedWithItsTotals() throws Exception {
    try (var drover = Drover.inMemory()) {
      var session = open(drover, script(HookPointName.SESSION_END, "cat > end.json"));
      session.ask("go");
      session.close();
      assertThat(file("end.json"))
          .endsWith(
              "\"turns\":2,\"usage\":{\"input\":20,\"output\":7,\"cache_read\":0,"
                  + "\"cache_write\":0,\"reasoning\":0}}");
    }
  }

  @Test
  void anEmptyCommandIsRefusedOnConstruction() {
    assertThatExceptionOfType(ConfigurationInvalid.class)
        .isThrownBy(() -> CommandHook.of("none", HookPointName.BEFORE_TOOL, List.of()))
        .withMessageContaining("the command of hook 'none' names no program");
  }
}
