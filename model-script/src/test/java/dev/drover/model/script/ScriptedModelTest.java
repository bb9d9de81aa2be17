package dev.drover.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Failure.Retry;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Delta.ReasoningDelta;
import dev.drover.spi.model.Delta.TextDelta;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScriptedModelTest {
  /// The example of the manual, and cases that it leaves out.
  private static final String MANUAL =
      """
      turns:                       # of the session's own agent, in order
        - reasoning: "Look first." # optional
          text: "Reading the file."
          calls: [ {tool: read, args: {path: calc.sh}} ]
        - calls: [ {tool: edit, args: {path: calc.sh, old: "a - b", new: "a + b"}} ]
          usage: {input: 1200, output: 80, cacheRead: 900}
        - pause: 200ms             # between pieces of the stream
          expect: "done 2"         # regex the last message must match
          text: "Fixed."
      agents:
        explore: [ {text: "It is in calc.sh, line 3."} ]
      faults:                      # at turn n (1-based), attempt by attempt
        2: [ {status: 429, retryAfter: 1s}, {cut: after-text}, {status: 500} ]
      """;

  private final SleepingClock time = new SleepingClock();
  private final List<Delta> deltas = new ArrayList<>();

  @Test
  void aScriptCanBePlayedWithoutAClock() throws Exception {
    var model = ScriptedModel.parse("turns:\n  - text: hello there\n    pause: 1ms\n");
    var reply = model.call(ScriptRequests.at(1), _ -> {});
    assertThat(reply.blocks()).containsExactly(new ContentBlock.Prose(Text.of("hello there")));
  }

  @Test
  void aTurnIsReasoningThenTextThenCalls() throws Exception {
    assertThat(manual(ScriptRequests.at(1)))
        .isEqualTo(
            new ModelReply(
                List.of(
                    new ContentBlock.Reasoning(Text.of("Look first.")),
                    new ContentBlock.Prose(Text.of("Reading the file.")),
                    call("call-1-1", "read", "{\"path\":\"calc.sh\"}")),
                StopReason.CALLS,
                Usage.NONE));
    assertThat(deltas)
        .containsExactly(
            new ReasoningDelta("Look "),
            new ReasoningDelta("first."),
            new TextDelta("Reading "),
            new TextDelta("the "),
            new TextDelta("file."));
  }

  @Test
  @Tag("J7")
  void aReplyCanBeCutOrRefused() throws Exception {
    var cut = ScriptReader.read("s.yaml", "turns: [{text: Do not, stop: length}]");
    assertThat(play(cut, ScriptRequests.at(1)).stop()).isEqualTo(StopReason.LENGTH);
    var refused = ModelScript.turns(ScriptTurn.say("No.").withStop(ScriptTurn.Stop.REFUSED));
    assertThat(play(refused, ScriptRequests.at(1)).stop()).isEqualTo(StopReason.REFUSED);
  }

  @Test
  void usageIsTakenFromTheScript() throws Exception {
    assertThat(manual(ScriptRequests.at(2, 4)))
        .isEqualTo(
            new ModelReply(
                List.of(
                    call(
                        "call-2-1",
                        "edit",
                        "{\"path\":\"calc.sh\",\"old\":\"a - b\",\"new\":\"a + b\"}")),
                StopReason.CALLS,
                new Usage(1200, 80, 900, 0, 0)));
  }

  @Test
  void theTurnIsTheNumberOfAssistantMessagesHoweverTheyEnded() throws Exception {
    var messages =
        List.of(
            ScriptRequests.user("go"),
            ScriptRequests.assistant(Message.Ending.INTERRUPTED),
            ScriptRequests.user("go on"),
            ScriptRequests.assistant(Message.Ending.WHOLE),
            ScriptRequests.result(new ToolOutcome.Succeeded(Text.of("done 2"))));
    assertThat(manual(ScriptRequests.of("clerk", messages, 1))).isEqualTo(said("Fixed."));
  }

  @Test
  @Tag("A15")
  void aNewProcessContinuesWithTheSameReply() throws Exception {
    var request = ScriptRequests.at(3);
    var first = ScriptedModel.parse(MANUAL, time).call(request, deltas::add);
    assertThat(manual(request)).isEqualTo(first).isEqualTo(said("Fixed."));
  }

  @Test
  void thePauseIsBetweenThePiecesOfTheStream() throws Exception {
    manual(ScriptRequests.at(3));
    assertThat(time.now()).isEqualTo(Instant.EPOCH.plusMillis(200));

    var turn =
        ScriptTurn.say("one two  three")
            .withCall("read", "{}")
            .withCall("ls", "{}")
            .withPause(Duration.ofSeconds(1));
    deltas.clear();
    play(ModelScript.turns(turn), ScriptRequests.at(1));
    assertThat(time.now()).isEqualTo(Instant.EPOCH.plusMillis(5_200));
    assertThat(deltas)
        .containsExactly(new TextDelta("one "), new TextDelta("two  "), new TextDelta("three"));
  }

  @Test
  void afterTheLastTurnTheScriptIsOver() throws Exception {
    assertThat(manual(ScriptRequests.at(4))).isEqualTo(said("(end of script)"));
    assertThat(manual(ScriptRequests.at(9))).isEqualTo(said("(end of script)"));
  }

  @Test
  void anAgentWithItsOwnTurnsPlaysThemAndOthersPlayTheMainOnes() throws Exception {
    assertThat(manual(ScriptRequests.by("explore", 1)))
        .isEqualTo(said("It is in calc.sh, line 3."));
    assertThat(manual(ScriptRequests.by("explore", 2))).isEqualTo(said("(end of script)"));
    assertThat(manual(ScriptRequests.by("plan", 3))).isEqualTo(said("Fixed."));
  }

  @Test
  @Tag("C2")
  void faultsApplyAttemptByAttemptAndThenTheCallSucceeds() throws Exception {
    assertThat(failure(2, 1))
        .isEqualTo(
            new Failure(
                new Problem(
                    "model_throttled",
                    "The model did not answer",
                    "script/inline answers turn 2, attempt 1, with status 429",
                    "This fault is part of the script."),
                new Retry.Throttled(Duration.ofSeconds(1))));
    assertThat(failure(2, 2).problem().code()).isEqualTo("model_stream_broken");
    assertThat(failure(2, 2).retry()).isEqualTo(new Retry.Later(Duration.ZERO));
    assertThat(failure(2, 3).problem().code()).isEqualTo("model_unavailable");
    assertThat(manual(ScriptRequests.at(2, 4)).calls()).hasSize(1);
    assertThat(manual(ScriptRequests.at(2, 5)).calls()).hasSize(1);
  }

  @ParameterizedTest
  @Tag("C2")
  @CsvSource({
    "400, model_refused_request, never",
    "401, model_unauthorized,    never",
    "403, model_unauthorized,    never",
    "404, model_not_found,       never",
    "408, model_unavailable,     later",
    "409, model_unavailable,     later",
    "413, model_refused_request, never",
    "429, model_throttled,       throttled",
    "500, model_unavailable,     later",
    "503, model_unavailable,     later",
    "529, model_unavailable,     later",
  })
  void aStatusIsReportedAsTheProblemOfRealProviders(int status, String code, String again) {
    var script =
        ModelScript.turns(ScriptTurn.say("x")).withFaults(1, new ScriptFault.Status(status));
    var failure = failureOf(script, ScriptRequests.at(1));
    assertThat(failure.problem().code()).isEqualTo(code);
    assertThat(failure.retry())
        .isEqualTo(
            switch (again) {
              case "later" -> new Retry.Later(Duration.ZERO);
              case "throttled" -> new Retry.Throttled(Duration.ZERO);
              default -> new Retry.Never();
            });
    assertThat(deltas).isEmpty();
  }

  @Test
  @Tag("C3")
  void aStreamIsCutBeforeOrAfterItsText() {
    var script =
        ModelScript.turns(ScriptTurn.say("so it is").withReasoning("hm").withCall("ls", "{}"))
            .withFaults(
                1,
                new ScriptFault.Cut(ScriptFault.Where.BEFORE_TEXT),
                new ScriptFault.Cut(ScriptFault.Where.AFTER_TEXT));
    failureOf(script, ScriptRequests.at(1, 1));
    assertThat(deltas).containsExactly(new ReasoningDelta("hm"));
    deltas.clear();
    failureOf(script, ScriptRequests.at(1, 2));
    assertThat(deltas)
        .containsExactly(
            new ReasoningDelta("hm"),
            new TextDelta("so "),
            new TextDelta("it "),
            new TextDelta("is"));
  }

  @Test
  void faultsDoNotApplyToAgentsWithTheirOwnTurns() throws Exception {
    var script =
        ModelScript.turns(ScriptTurn.say("x"))
            .withAgent("explore", ScriptTurn.say("y"))
            .withFaults(1, new ScriptFault.Status(500));
    assertThat(play(script, ScriptRequests.by("explore", 1))).isEqualTo(said("y"));
  }

  @Test
  void anUnmetExpectationFailsPermanently() {
    var script = ModelScript.turns(ScriptTurn.say("Fixed.").withExpect("[1-9] passed"));
    assertThat(failureOf(script, ScriptRequests.ending(ScriptRequests.user("0 passed"))))
        .isEqualTo(
            new Failure(
                new Problem(
                    "script_expectation_failed",
                    "The script expected something else",
                    "script/test expects at turn 1 that the last message matches '[1-9] passed';"
                        + " it is '0 passed'",
                    "Find out what changed before this turn, or change the script."),
                new Retry.Never()));
    assertThat(deltas).isEmpty();
  }

  @Test
  void anExpectationMatchesAnyKindOfLastMessage() throws Exception {
    var script = ModelScript.turns(ScriptTurn.say("ok").withExpect("^1 passed$"));
    for (var last :
        List.of(
            ScriptRequests.user("1 passed"),
            ScriptRequests.result(new ToolOutcome.Succeeded(Text.of("1 passed"))),
            ScriptRequests.result(new ToolOutcome.Failed(Text.of("1 passed"))),
            ScriptRequests.result(new ToolOutcome.Refused("1 passed")),
            ScriptRequests.result(new ToolOutcome.Unknown("1 passed")),
            ScriptRequests.result(new ToolOutcome.Cancelled("1 passed")))) {
      assertThat(play(script, ScriptRequests.ending(last))).isEqualTo(said("ok"));
    }
    var denied = ScriptRequests.result(new ToolOutcome.Denied("ann", "not now"));
    var expectsDenial =
        ModelScript.turns(ScriptTurn.say("ok").withExpect("denied by ann: not now"));
    assertThat(play(expectsDenial, ScriptRequests.ending(denied))).isEqualTo(said("ok"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          {z: 1, a: [true, null, 1.5, x]} => {"z":1,"a":[true,null,1.5,"x"]}
          {m: {k: ''}, 7: seven}          => {"m":{"k":""},"7":"seven"}
          just text                       => "just text"
          [1, 2]                          => [1,2]
          '7'                             => "7"
          12345678901234567890            => 12345678901234567890
          yes                             => "yes"
          """)
  void argumentsMayBeAnyValueAndKeepTheirOrder(String yaml, String json) throws Exception {
    var model =
        ScriptedModel.parse("turns: [{calls: [{tool: t, args: %s}]}]".formatted(yaml), time);
    assertThat(model.call(ScriptRequests.at(1), deltas::add).calls())
        .containsExactly(new ToolCall("call-1-1", "t", Text.of(json)));
  }

  @Test
  void aCallWithoutArgumentsHasAnEmptyObject() throws Exception {
    var model = ScriptedModel.parse("turns: [{calls: [{tool: t}, {tool: u}]}]", time);
    assertThat(model.call(ScriptRequests.at(1), deltas::add).blocks())
        .containsExactly(call("call-1-1", "t", "{}"), call("call-1-2", "u", "{}"));
  }

  @Test
  void aModelIsNamedAfterItsFile(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("fix.the-bug.yaml"), "turns: [{text: hi}]");
    var model = ScriptedModel.load(file, time);
    assertThat(model.name()).isEqualTo("script/fix.the-bug");
    assertThat(model.call(ScriptRequests.at(1), deltas::add)).isEqualTo(said("hi"));

    var missing = folder.resolve("missing.yaml");
    assertThatThrownBy(() -> ScriptedModel.load(missing, time))
        .isInstanceOfSatisfying(
            PortException.class,
            broken -> assertThat(broken.problem().code()).isEqualTo("script_unreadable"));
  }

  private ModelReply manual(ModelRequest request) throws Exception {
    return ScriptedModel.parse(MANUAL, time).call(request, deltas::add);
  }

  private ModelReply play(ModelScript script, ModelRequest request) throws Exception {
    return new ScriptedModel("test", script, time).call(request, deltas::add);
  }

  private Failure failure(int turn, int attempt) {
    return failureOf(ScriptedModel.parse(MANUAL, time), ScriptRequests.at(turn, attempt));
  }

  private Failure failureOf(ModelScript script, ModelRequest request) {
    return failureOf(new ScriptedModel("test", script, time), request);
  }

  private Failure failureOf(ScriptedModel model, ModelRequest request) {
    try {
      throw new AssertionError("it answered: " + model.call(request, deltas::add));
    } catch (ModelException failed) {
      return failed.failure();
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  private static ModelReply said(String text) {
    return new ModelReply(
        List.of(new ContentBlock.Prose(Text.of(text))), StopReason.DONE, Usage.NONE);
  }

  private static ContentBlock call(String id, String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall(id, tool, Text.of(arguments)));
  }
}
