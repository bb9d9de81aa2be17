package dev.drover.internal.model;

import static dev.drover.fixture.CompactionFixture.boundless;
import static dev.drover.fixture.CompactionFixture.talk;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.OneShotFailed;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.AnswerSchema;
import dev.drover.watch.Cursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Truncated and empty replies are reported as such.
@Tag("J7")
@Timeout(60)
final class AnswerEndingTest {
  private static final ModelReply EMPTY = reply(StopReason.DONE);

  private final MemoryStore store = new MemoryStore();

  private static ModelReply reply(StopReason stop, ContentBlock... blocks) {
    return new ModelReply(List.of(blocks), stop, new Usage(10, 2, 0, 0, 0));
  }

  private static ModelReply cut(String words) {
    return reply(StopReason.LENGTH, new ContentBlock.Prose(Text.of(words)));
  }

  private static ContentBlock call(String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall("call-" + tool, tool, Text.of(arguments)));
  }

  private static Session open(Drover drover, FakeModel model, FakeTool... tools) {
    return drover
        .agent("clerk")
        .model(model)
        .policy(Policy.ALLOW_ALL)
        .tools((Object[]) tools)
        .build()
        .open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private Drover drover() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  @Test
  void theReportStatesWhetherTheAnswerIsCompleteTruncatedOrEmpty() {
    try (var drover = drover()) {
      var session =
          open(drover, FakeModel.playing(says("Done."), cut("Do not"), EMPTY, says(" \n")));
      assertThat(session.ask("1").ending()).isEqualTo(AnswerEnding.WHOLE);
      var second = session.ask("2");
      assertThat(second.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(second.text()).isEqualTo("Do not");
      assertThat(second.ending()).isEqualTo(AnswerEnding.CUT);
      assertThat(session.ask("3").ending()).isEqualTo(AnswerEnding.EMPTY);
      assertThat(session.ask("4").ending()).isEqualTo(AnswerEnding.EMPTY);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StopReason.class,
      names = {"LENGTH", "REFUSED"})
  void callsOfATruncatedReplyAreNotMadeAndTheModelIsInformed(StopReason stop) {
    var made = new ArrayList<String>();
    var tool =
        FakeTool.unsafe(
            "write",
            call -> {
              made.add(call.arguments());
              return done("written");
            });
    // Truncated arguments may look complete: an empty text reads as an empty object.
    var torn = reply(stop, call("write", "{\"path\":\"a\"}"), call("write", "{}"));
    var model =
        new FakeModel(
            (request, _) ->
                request.messages().size() == 1
                    ? torn
                    : says(request.messages().size() + ": " + last(request)));
    try (var drover = drover()) {
      var report = open(drover, model, tool).ask("Write it.");
      assertThat(made).isEmpty();
      assertThat(report.text())
          .startsWith("4: ")
          .contains("no call in it was made: the arguments of write may be incomplete");
      assertThat(report.ending()).isEqualTo(AnswerEnding.WHOLE);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void anEmptyReplyToToolResultsIsAnEmptyAnswerAndTheSessionStaysUsable() {
    var tool = FakeTool.pure("look", _ -> done("seen"));
    var model = FakeModel.playing(FakeAgents.calls("look"), EMPTY, says("Here."));
    try (var drover = drover()) {
      var session = open(drover, model, tool);
      assertThat(session.ask("Look.").ending()).isEqualTo(AnswerEnding.EMPTY);
      assertThat(session.ask("And?").text()).isEqualTo("Here.");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void aTruncatedOrEmptyAnswerOfAChildIsMarkedForItsParent() {
    for (var each :
        Map.of(
                cut("It is in"),
                "It is in\n\n"
                    + "[The answer was cut by the model's output limit; its end is missing.]",
                cut(""),
                "[The answer was cut by the model's output limit; its end is missing.]",
                EMPTY,
                "[The answer is empty.]")
            .entrySet()) {
      var minds =
          Map.<String, MultiAgentModel.Mind>of(
              "clerk",
              MultiAgentModel.giving(order("Where is it?")),
              "clerk/scout",
              (_, _) -> each.getKey());
      try (var drover = TaskFixture.on(new MemoryStore())) {
        var session = TaskFixture.open(TaskFixture.clerk(drover, minds));
        assertThat(session.ask("Find it.").text()).isEqualTo(each.getValue());
        assertStrictlyReplayed(drover, SESSION);
      }
    }
  }

  @Test
  void aTruncatedSummaryReplacesNothing() {
    var model = boundless().summing(_ -> cut("They spoke of"));
    try (var drover = Drover.inMemory()) {
      var session = CompactionFixture.open(drover, model);
      talk(session, 3);
      assertThatExceptionOfType(CompactionFailed.class)
          .isThrownBy(session::compact)
          .satisfies(failed -> assertThat(failed.problem().code()).isEqualTo("summary_cut"));
      session.ask("prompt 4");
      assertThat(model.asked().getLast().messages())
          .hasSize(7)
          .startsWith(new Message.User(Text.of("prompt 1")));
    }
  }

  @Test
  void aTruncatedEmptyOrRefusedOneShotCompletionFails() {
    var replies =
        new ArrayDeque<>(
            List.of(
                cut("A tit"),
                EMPTY,
                reply(StopReason.REFUSED, new ContentBlock.Prose(Text.of("No.")))));
    var model = new FakeModel((_, _) -> replies.remove());
    try (var drover = drover()) {
      var session = open(drover, model);
      assertNoAnswer(session, "answer_cut", "A tit");
      assertNoAnswer(session, "answer_empty", "");
      assertNoAnswer(session, "model_refused", "No.");
      assertThat(session.totalUsage()).isEqualTo(new Usage(30, 6, 0, 0, 0));
    }
  }

  private static void assertNoAnswer(Session session, String code, String text) {
    assertThatExceptionOfType(OneShotFailed.class)
        .isThrownBy(() -> session.complete("title", "A title, please."))
        .satisfies(
            failed -> {
              assertThat(failed.problem().code()).isEqualTo(code);
              assertThat(failed.text()).isEqualTo(text);
            });
  }

  @Test
  @Tag("C5")
  void theModelIsInformedThatItsJsonWasTruncated() {
    var schema = AnswerSchema.of("Total", "{\"type\":\"object\",\"required\":[\"sum\"]}");
    var model =
        new FakeModel(
            (request, _) -> request.messages().size() == 1 ? cut("{\"su") : says("{\"sum\":7}"));
    try (var drover = drover()) {
      var session = open(drover, model);
      var report = session.send(Ask.of("Add it up.").wanting(schema)).await();
      assertThat(report.json()).isEqualTo("{\"sum\":7}");
      assertThat(model.requests().getLast().messages().getLast().toString())
          .contains("The answer was cut by the output limit");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("H7")
  void aTraceMarksTruncatedRepliesAndRuns() {
    try (var drover = drover()) {
      var session = open(drover, FakeModel.playing(cut("Do not")));
      session.ask("1");
      var spans = drover.queries().trace(Cursor.start(SESSION), 10).spans();
      assertThat(spans.toString()).contains("ending=cut").contains("stop=length");
    }
  }

  @Test
  void aCallInATruncatedReplyIsRefused() {
    var model =
        new FakeModel(
            (request, _) ->
                request.messages().size() == 1
                    ? reply(StopReason.LENGTH, call("write", "{\"te"))
                    : says("Well."));
    try (var drover = drover()) {
      var session = open(drover, model, FakeTool.unsafe("write", _ -> done("written")));
      session.ask("Write it.");
      assertThat(session.history())
          .filteredOn(Message.ToolResult.class::isInstance)
          .singleElement()
          .satisfies(
              result ->
                  assertThat(((Message.ToolResult) result).outcome())
                      .isInstanceOf(ToolOutcome.Refused.class));
    }
  }
}
