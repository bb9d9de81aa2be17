package dev.drover.internal.judge;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.tools.search.GrepTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that may not be read may not be found by its content.
@Tag("D10")
@Tag("E2")
@Tag("E8")
@Timeout(30)
final class SearchRulesTest {
  private static final Policy OPEN = Policy.ASK_ALWAYS.allowing("grep", "read");

  private final Drover drover = Drover.inMemory();

  @TempDir private Path workspace;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(workspace.resolve("a.txt"), "needle a\n");
    Files.writeString(workspace.resolve(".env"), "needle env\n");
    Files.createDirectories(workspace.resolve("private/deep"));
    Files.writeString(workspace.resolve("private/deep/b.txt"), "needle b\n");
  }

  @AfterEach
  void close() {
    drover.close();
  }

  private Session open(Policy policy, String arguments) {
    var call =
        new ModelReply(
            List.of(new ContentBlock.Call(new ToolCall("c-1", "grep", Text.of(arguments)))),
            StopReason.CALLS,
            Usage.NONE);
    return drover
        .agent("searcher")
        .model(FakeModel.playing(call, says("done")))
        .tools(new GrepTool())
        .workspace(workspace)
        .policy(policy)
        .replacing()
        .build()
        .open();
  }

  private Message.ToolResult found(Policy policy, String arguments) {
    var session = open(policy, arguments);
    session.ask("go");
    return result(session);
  }

  private static Message.ToolResult result(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static String text(Message.ToolResult result) {
    return switch (result.outcome()) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> text;
      case ToolOutcome.Failed(Text.Inline(var text)) -> "failed: " + text;
      case ToolOutcome other -> other.toString();
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"pattern\":\"needle\"}",
        "{\"pattern\":\"needle\",\"glob\":\"{.env,a.txt}\"}",
        "{\"pattern\":\"needle\",\"mode\":\"files\"}",
        "{\"pattern\":\"needle\",\"mode\":\"count\"}"
      })
  void filesThatMayNotBeReadAreNotFound(String arguments) {
    var result = found(OPEN.denying("read(.env)", "read(private/**)"), arguments);
    assertThat(text(result))
        .contains("a.txt")
        .contains("rows 1-1 of 1")
        .contains("[not searched, because the policy denies reading: ")
        .doesNotContain("env\n")
        .doesNotContain(".env")
        .doesNotContain("private");
    assertThat(result.labels()).isEmpty();
  }

  @Test
  void theNumberOfOmittedFilesDoesNotDependOnTheirContent() {
    var policy = OPEN.denying("read(.env)");
    assertThat(text(found(policy, "{\"pattern\":\"nowhere\"}")))
        .endsWith("\n[not searched, because the policy denies reading: 1]");
  }

  @Test
  void aFileThatMayNotBeReadIsNotSearchedEvenIfNamed() {
    assertThat(text(found(OPEN.denying("read(.env)"), "{\"pattern\":\"n\",\"path\":\".env\"}")))
        .isEqualTo(
            "failed: '.env' may not be read by the policy, so it is not searched. Ask the user.");
    assertThat(text(found(OPEN.asking("read(.env)"), "{\"pattern\":\"n\",\"path\":\".env\"}")))
        .isEqualTo("failed: '.env' may be read only if a person agrees. Use read, which asks.");
  }

  @Test
  void aFileThatNeedsApprovalIsOmittedFromAFolderSearch() {
    assertThat(text(found(Policy.STANDARD, "{\"pattern\":\"needle\"}")))
        .contains("needle a", "needle b")
        .contains("[not searched, because a person must be asked about each: 1; use read for one]")
        .doesNotContain("needle env");
  }

  @Test
  void aRuleForAllReadsIsNotARuleForOneFile() {
    assertThat(text(found(Policy.ASK_ALWAYS.allowing("grep"), "{\"pattern\":\"needle\"}")))
        .contains("needle a", "needle env");
    assertThat(text(found(OPEN.asking("read"), "{\"pattern\":\"needle\"}")))
        .contains("needle a", "needle env");
    assertThat(text(found(OPEN.denying("read"), "{\"pattern\":\"needle\"}")))
        .doesNotContain("needle a");
  }

  @Test
  void matchesInASecretFileAreLabelled() {
    var result = found(OPEN, "{\"pattern\":\"needle env\"}");
    assertThat(text(result)).contains("needle env");
    assertThat(result.labels()).containsExactly(Label.SECRET);
    assertThat(found(OPEN, "{\"pattern\":\"needle a\"}").labels()).isEmpty();
  }

  @Test
  void anApprovalOfTheFileItselfLetsItBeSearched() {
    var session = open(Policy.STANDARD, "{\"pattern\":\"needle\",\"path\":\".env\"}");
    var run = session.send("go");
    var question = ApprovalWaits.forQuestion(drover, run);
    drover
        .approvals()
        .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "anna");
    run.await();
    assertThat(text(result(session))).contains("needle env");
  }

  @Test
  @Tag("D4")
  void aDirectCallIsNotChecked() {
    var session = open(OPEN.denying("read(.env)"), "{\"pattern\":\"needle\"}");
    assertThat(session.tool("grep", Map.of("pattern", "needle")).text()).contains("needle env");
  }
}
