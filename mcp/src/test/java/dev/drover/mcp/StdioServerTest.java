package dev.drover.mcp;

import static dev.drover.mcp.ConnectionFixture.program;
import static dev.drover.mcp.ConnectionFixture.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus.Phase;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.ToolInvocation.Resumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A program of this machine, which misbehaves.
@Tag("H1")
class StdioServerTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"session", "stateless"})
  void toolsAreCalledInTheFormThatTheServerSpeaks(String manner) throws Exception {
    try (var test = new ConnectionFixture(program(manner, log())).settled()) {
      assertThat(test.connection.status().protocol())
          .isEqualTo(manner.equals("session") ? "2025-11-25" : "2026-07-28");
      assertThat(test.call("echo", "{\"text\":\"größe → 😀\"}")).isEqualTo(succeeded("größe → 😀"));
      assertThat(test.tool("echo").spec().name()).isEqualTo("mcp__hostile__echo");
    }
  }

  @Test
  void aServerWithoutSessionsThatStartsSlowlyIsAskedAgain() throws Exception {
    try (var test = new ConnectionFixture(program("stateless-late", log()))) {
      awaitLog("server/discover");
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(5));
      test.settled();
      assertThat(test.connection.status().protocol())
          .as(test.connection.status().toString())
          .isEqualTo("2026-07-28");
    }
  }

  @Test
  void garbageBlankAndHugeLinesAreSkippedAndTheAnswerArrives() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      assertThat(test.call("noise")).isEqualTo(succeeded("größe → 😀"));
    }
  }

  @Test
  void aHundredThousandNotificationsAreSwallowed() throws Exception {
    try (var test = new ConnectionFixture(program("stateless", log())).settled()) {
      assertThat(test.call("flood")).isEqualTo(succeeded("after the flood"));
    }
  }

  @Test
  void anInterruptedCallIsCancelledAtTheServerOnce() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call = threads.submit(() -> test.call("never"));
      awaitLog("tools/call");
      call.cancel(true);
      awaitLog("notifications/cancelled the caller was interrupted");
      assertThat(test.call("echo", "{\"text\":\"still there\"}"))
          .isEqualTo(succeeded("still there"));
      assertThat(Files.readAllLines(log()))
          .filteredOn(line -> line.startsWith("notifications/cancelled"))
          .hasSize(1);
    }
  }

  @Test
  void aCallThatIsNotAnsweredInTimeIsCancelledAndItsOutcomeUnknown() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call = threads.submit(() -> test.call("never"));
      awaitLog("tools/call");
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofMinutes(5));
      assertThat(call.get()).isInstanceOf(ToolOutcome.Unknown.class);
      awaitLog("notifications/cancelled it was not answered in time");
    }
  }

  @Test
  void progressIsShownAndExtendsACallButNotForEver() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var invocation = new ToolCallFixture("{}");
      var call = threads.submit(() -> test.tool("steps").call(invocation));
      assertThat(invocation.shown.take()).isEqualTo("1/2 half\n");
      // 12 times 299 seconds, each of them nearly as long as a call without progress may last.
      for (int i = 0; i < 12; i++) {
        test.time.awaitSleepers(1);
        test.time.advance(Duration.ofSeconds(299));
        assertThat(call.isDone()).isFalse();
        assertThat(test.call("push")).isEqualTo(succeeded("pushed"));
        assertThat(invocation.shown.take()).isEqualTo("1/2 half\n");
      }
      // In all 3,600 seconds, although the last progress was 12 seconds ago.
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(12));
      assertThat(ended(call)).isInstanceOf(ToolOutcome.Unknown.class);
      awaitLog("notifications/cancelled it was not answered in time");
    }
  }

  /// A call that does not end must fail the test, and not keep it from ending.
  private static ToolAnswer ended(Future<ToolAnswer> call) throws Exception {
    try {
      return call.get(20, TimeUnit.SECONDS);
    } finally {
      call.cancel(true);
    }
  }

  @Test
  void aCallWithoutProgressIsNotExtendedByThatOfAnother() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var shown = new ToolCallFixture("{}");
      var silent = threads.submit(() -> test.call("never"));
      awaitLog("tools/call");
      var stepping = threads.submit(() -> test.tool("steps").call(shown));
      shown.shown.take();
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(299));
      test.call("push");
      shown.shown.take();
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(1));
      assertThat(ended(silent)).isInstanceOf(ToolOutcome.Unknown.class);
      assertThat(stepping.isDone()).isFalse();
      stepping.cancel(true);
    }
  }

  @Test
  void aHundredThousandChangesOfTheListAreReadAFewTimes() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      assertThat(test.call("storm")).isEqualTo(succeeded("after the storm"));
      assertThat(test.call("echo", "{\"text\":\"still there\"}"))
          .isEqualTo(succeeded("still there"));
      assertThat(Files.readAllLines(log()))
          .filteredOn(line -> line.startsWith("tools/list"))
          .hasSizeBetween(1, 10);
    }
  }

  @Test
  void aSecondAnswerToACallIsNotTheAnswerToAnother() throws Exception {
    try (var test = new ConnectionFixture(program("stateless", log())).settled()) {
      assertThat(test.call("twice")).isEqualTo(succeeded("first"));
      assertThat(test.call("echo", "{\"text\":\"own\"}")).isEqualTo(succeeded("own"));
      assertThat(test.call("twice")).isEqualTo(succeeded("first"));
    }
  }

  @Test
  void definitionsThatShadowOthersAreLeftOutOrRenamedAndInvisibleCharactersAreShown()
      throws Exception {
    try (var test = new ConnectionFixture(program("session-shadow", log())).settled()) {
      var tools = test.connection.tools().tools();
      assertThat(tools.stream().map(each -> each.tool().spec().name()))
          .doesNotHaveDuplicates()
          .allMatch(name -> name.matches("mcp__hostile__[A-Za-z0-9_-]+") && name.length() <= 64)
          .contains("mcp__hostile__echo", "mcp__hostile__a_b");
      assertThat(test.connection.status().missing())
          .extracting(each -> each.name())
          .containsExactly("echo");
      assertThat(test.call("echo", "{\"text\":\"the first one\"}"))
          .isEqualTo(succeeded("the first one"));
      assertThat(test.tool("a_b").spec().description())
          .isEqualTo("Pays \\u{202E}yenom\\u{202C}.\\u{200B}\\u{E0041}\\u{7}");
      assertThat(tools.stream().filter(each -> each.name().equals("a_b")).findFirst())
          .get()
          .extracting(each -> each.definition(), STRING)
          .contains("description: Pays \\u{202E}yenom\\u{202C}.\\u{200B}\\u{E0041}\\u{7}\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void annotationsCountOnlyIfTheServerIsTrusted(McpServer.Trust trust) throws Exception {
    var program = program("session-shadow", log());
    var server = trust == McpServer.Trust.TRUSTED ? program.trusted() : program;
    try (var test = new ConnectionFixture(server).settled()) {
      var tool = test.tool("a_b");
      assertThat(tool.spec().terms().effects())
          .isEqualTo(
              switch (trust) {
                case TRUSTED -> EffectClass.PURE;
                case UNTRUSTED -> EffectClass.UNSAFE;
              });
      assertThat(tool.dataFlow())
          .isEqualTo(
              switch (trust) {
                case TRUSTED -> DataFlow.INSIDE;
                case UNTRUSTED -> new DataFlow(DataFlow.Origin.OUTSIDE, DataFlow.Reach.LEAVES);
              });
    }
  }

  @Test
  @Tag("J11")
  void aServerThatDiesLosesOnlyItsToolsAndComesBackWithTheSameOnes() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      var before = test.connection.tools().tools().getFirst().digest();
      assertThat(test.call("crash"))
          .isInstanceOfSatisfying(
              ToolOutcome.Unknown.class,
              unknown -> assertThat(unknown.why()).contains("exited with code 9"));
      test.awaitPhase(Phase.FAILED);
      assertThat(test.connection.tools().tools()).isEmpty();
      assertThat(test.connection.status().detail()).contains("exited with code 9");
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(1));
      test.awaitPhase(Phase.CONNECTED);
      assertThat(test.connection.tools().tools().getFirst().digest()).isEqualTo(before);
      assertThat(test.call("echo", "{\"text\":\"back\"}")).isEqualTo(succeeded("back"));
    }
  }

  @Test
  @Tag("J11")
  void attemptsToReconnectAreBounded() throws Exception {
    var server = McpServer.stdio("brief", "sh", "-c", "echo x >> '%s'; exit 3".formatted(log()));
    try (var test = new ConnectionFixture(server).settled()) {
      while (!test.connection.status().detail().contains("given up after 6 attempts")) {
        test.time.advanceToNext();
        Thread.onSpinWait();
      }
      int starts = Files.readAllLines(log()).size();
      test.time.advance(Duration.ofDays(1));
      assertThat(starts).isBetween(6, 12);
      assertThat(Files.readAllLines(log())).hasSize(starts);
    }
  }

  @Test
  void aCommandThatDoesNotExistIsNamedAtOnce() throws Exception {
    var server = McpServer.stdio("absent", "/no/such/program", "--flag");
    try (var test = new ConnectionFixture(server).settled()) {
      assertThat(test.connection.status().phase()).isEqualTo(Phase.FAILED);
      assertThat(test.connection.status().detail())
          .contains("/no/such/program")
          .contains("there is no such program");
    }
  }

  @Test
  void aProgramThatExitsIsReportedWithItsCodeAndItsLastWords() throws Exception {
    try (var test = new ConnectionFixture(program("exit", log())).settled()) {
      assertThat(test.connection.status().detail())
          .contains("exited with code 7")
          .contains("cannot read the licence file");
    }
  }

  @Test
  void aProgramThatSaysNothingFailsWhenItsTimeIsOver() throws Exception {
    try (var test = new ConnectionFixture(program("silent", log()))) {
      // The newer form first, then the older one.
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(5));
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(30));
      test.settled();
      assertThat(test.connection.status().phase()).isEqualTo(Phase.FAILED);
      // The clock of the test may be faster than the pipe, in which the request is then still
      // waiting.
      assertThat(test.connection.status().detail())
          .containsAnyOf(
              "initialize was not answered in time", "the other side does not read its input");
    }
  }

  @Test
  void closeEndsTheProgramAndAllThatItStarted() throws Exception {
    long before = ProcessHandle.current().descendants().count();
    try (var test = new ConnectionFixture(program("stubborn", log())).settled()) {
      assertThat(test.connection.status().phase()).isEqualTo(Phase.CONNECTED);
      assertThat(ProcessHandle.current().descendants().count()).isGreaterThanOrEqualTo(before + 2);
    }
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count())
        .isEqualTo(before);
  }

  @Test
  void aChangedDefinitionHasAnotherDigest() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      var first = test.connection.tools();
      assertThat(test.call("change")).isEqualTo(succeeded("changed"));
      test.await(() -> test.connection.tools().generation() > first.generation());
      var second = test.connection.tools();
      assertThat(second.tools().getFirst().digest())
          .isNotEqualTo(first.tools().getFirst().digest());
      assertThat(second.tools().getFirst().definition()).contains("description: version 2");
    }
  }

  @Test
  void aQuestionOfAServerWithSessionsIsAnsweredOnTheOpenConnection() throws Exception {
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      var question = (ToolQuestion) test.call("ask");
      assertThat(question.text()).isEqualTo(Text.of("Sure?"));
      assertThat(
              resume(
                  test,
                  question,
                  new QuestionAnswer.Accepted(Text.of("{\"ok\":true}")),
                  "{\"ok\":true}"))
          .isEqualTo(
              succeeded("the person said {\"action\":\"accept\",\"content\":{\"ok\":true}}"));
      question = (ToolQuestion) test.call("ask");
      assertThat(resume(test, question, new QuestionAnswer.Declined(), ""))
          .isEqualTo(succeeded("the person said {\"action\":\"decline\"}"));
      question = (ToolQuestion) test.call("ask");
      assertThat(resume(test, question, new QuestionAnswer.Dismissed(), ""))
          .isEqualTo(succeeded("the person said {\"action\":\"cancel\"}"));
    }
  }

  @Test
  void aQuestionWhoseConnectionHasEndedLeavesTheOutcomeUnknown() throws Exception {
    ToolQuestion question;
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      question = (ToolQuestion) test.call("ask");
    }
    try (var test = new ConnectionFixture(program("session", log())).settled()) {
      assertThat(resume(test, question, new QuestionAnswer.Declined(), ""))
          .isInstanceOf(ToolOutcome.Unknown.class);
    }
  }

  @Test
  void aClosedConnectionEndsOpenCalls() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var test = new ConnectionFixture(program("stateless", log())).settled();
      var call = threads.submit(() -> test.call("never"));
      awaitLog("tools/call");
      test.close();
      assertThat(call.get()).isInstanceOf(ToolOutcome.Unknown.class);
      assertThat(test.connection.status().phase()).isEqualTo(Phase.CLOSED);
      assertThatThrownBy(() -> threads.submit(() -> test.connection.prompts()).get())
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(IOException.class);
    }
  }

  private static ToolAnswer resume(
      ConnectionFixture test, ToolQuestion question, QuestionAnswer answer, String content)
      throws Exception {
    var state = ((Text.Inline) question.state()).value();
    return test.tool("ask")
        .call(new ToolCallFixture("{}", new Resumption(1, state, answer, content)));
  }

  private Path log() {
    return folder.resolve("log");
  }

  /// The program writes the file, so there is nothing else to wait on than the file.
  private void awaitLog(String line) throws IOException {
    while (!Files.exists(log())
        || Files.readAllLines(log()).stream().noneMatch(each -> each.startsWith(line))) {
      Thread.onSpinWait();
    }
  }
}
