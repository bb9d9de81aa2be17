package dev.drover.internal.model;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.AgentBuilder;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Param;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.PerformedEffects;
import dev.drover.tool.AnswerSchema;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Structured answers: a valid value, or a failure with a reason and the last answer.
@Tag("C5")
@Timeout(60)
final class StructuredAnswerTest {
  private static final SessionId SESSION = new SessionId("s-wanted");
  private static final String TOTAL = "{\"sum\":7,\"currency\":\"EUR\"}";
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647},\"currency\":{\"type\":"
          + "\"string\"}},\"required\":[\"sum\",\"currency\"],\"additionalProperties\":false}";

  record Total(@Param(name = "sum") int sum, @Param(name = "currency") String currency) {}

  record Other(@Param(name = "name") String name) {}

  private final MemoryStore store = new MemoryStore();

  private static Session open(Drover drover, Model model, Object... tools) {
    return drover
        .agent("clerk")
        .model(model)
        .policy(Policy.ALLOW_ALL)
        .tools(tools)
        .build()
        .open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private Drover drover() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private static String lastWords(ModelRequest request) {
    return request.messages().getLast() instanceof Message.User(var text, _)
        ? request.read(text)
        : "";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TOTAL,
        "  " + TOTAL + "\n",
        "```json\n" + TOTAL + "\n```",
        "Here it is:\n```\n" + TOTAL + "\n```\nAnything else?",
        "The total is " + TOTAL + "."
      })
  void theValueIsFoundInTheAnswer(String answer) {
    try (var drover = drover()) {
      var session = open(drover, FakeModel.playing(says(answer)));
      assertThat(session.ask("What is the total?", Total.class)).isEqualTo(new Total(7, "EUR"));
      assertThat(session.lastValue(Total.class)).contains(new Total(7, "EUR"));
    }
  }

  @Test
  void aModelWithoutSchemaSupportGetsTheSchemaInThePrompt() {
    var model = FakeModel.playing(says(TOTAL));
    try (var drover = drover()) {
      open(drover, model).ask("What is the total?", Total.class);
      var request = model.requests().getFirst();
      assertThat(lastWords(request))
          .isEqualTo(
              "What is the total?\n\nAnswer with one JSON object and nothing else. It must fit this"
                  + " JSON schema:\n"
                  + SCHEMA);
      assertThat(request.answer()).isEqualTo(AnswerType.WORDS);
    }
  }

  @Test
  void aModelWithSchemaSupportGetsTheSchemaAndTheUnchangedPrompt() {
    var model = new Native(FakeModel.playing(says(TOTAL)));
    try (var drover = drover()) {
      assertThat(open(drover, model).ask("What is the total?", Total.class).sum()).isEqualTo(7);
      var request = model.inner().requests().getFirst();
      assertThat(lastWords(request)).isEqualTo("What is the total?");
      assertThat(request.answer()).isInstanceOf(AnswerType.Json.class);
      assertThat(request.read(((AnswerType.Json) request.answer()).schema())).isEqualTo(SCHEMA);
    }
  }

  @Test
  void anInvalidAnswerIsReturnedToTheModelWithItsErrors() {
    var model = FakeModel.playing(says("Seven euros."), says("{\"sum\":\"seven\"}"), says(TOTAL));
    try (var drover = drover()) {
      var session = open(drover, model);
      assertThat(session.ask("What is the total?", Total.class)).isEqualTo(new Total(7, "EUR"));
      assertThat(model.requests()).hasSize(3);
      assertThat(lastWords(model.requests().get(1)))
          .startsWith("The answer does not fit the schema of Total: the answer cannot be read: ")
          .endsWith("\nAnswer again, with the corrected JSON object alone.");
      assertThat(lastWords(model.requests().get(2)))
          .contains("sum: expected integer, got string")
          .contains("currency: missing, and it is required");
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void theRunFailsWithTheLastAnswerAfterTwoRepairs() {
    var model = FakeModel.playing(says("One."), says("Two."), says("Three."), says("Four."));
    try (var drover = drover()) {
      var session = open(drover, model);
      assertThatExceptionOfType(RunNotCompleted.class)
          .isThrownBy(() -> session.ask("What is the total?", Total.class))
          .satisfies(
              ended -> {
                assertThat(ended.problem().code()).isEqualTo("answer_misfit");
                assertThat(ended.text()).isEqualTo("Three.");
              });
      assertThat(model.requests()).hasSize(3);
      assertThat(session.lastValue(Total.class)).isEmpty();
      assertThat(session.ask("Go on.").text()).isEqualTo("Four.");
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void toolsMayBeCalledBeforeTheValueIsReturned() {
    var model = FakeModel.playing(calls("look"), says(TOTAL));
    try (var drover = drover()) {
      var session = open(drover, model, FakeTool.pure("look", _ -> done("7 EUR")));
      assertThat(session.ask("What is the total?", Total.class)).isEqualTo(new Total(7, "EUR"));
    }
  }

  @Test
  void aTextAnswerAfterAValueHasNoValue() {
    var model = FakeModel.playing(says(TOTAL), says("You are welcome."));
    try (var drover = drover()) {
      var session = open(drover, model);
      var report = session.send(Ask.of("Total?").wanting(AnswerSchema.of("total", SCHEMA))).await();
      assertThat(report.json()).isEqualTo(TOTAL);
      assertThat(report.value(Total.class)).isEqualTo(new Total(7, "EUR"));
      assertThatExceptionOfType(AnswerMismatch.class)
          .isThrownBy(() -> report.value(Other.class))
          .satisfies(unfit -> assertThat(unfit.text()).isEqualTo(TOTAL));
      assertThatExceptionOfType(AnswerMismatch.class)
          .isThrownBy(() -> session.lastValue(Other.class));
      var thanks = session.send("Thanks.").await();
      assertThat(thanks.json()).isNull();
      assertThat(session.lastValue(Total.class)).isEmpty();
    }
  }

  @Test
  @Tag("A13")
  void aStructuredAnswerIsReturnedAfterACrashAtAnyAppend() throws InterruptedException {
    for (var trial : new CrashMatrix(MemoryStore::new, new SentBack()).all()) {
      assertThat(trial.outcome())
          .as("cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of(TOTAL), Text.of(TOTAL)));
      assertThat(trial.after())
          .as("cut %d", trial.cut())
          .filteredOn(entry -> entry.event() instanceof Event.AnswerRejected)
          .hasSize(2);
    }
  }

  /// Returns a valid value at the third attempt.
  private record SentBack() implements CrashScenario {
    @Override
    public String prompt() {
      return "What is the total?";
    }

    @Override
    public Ask ask() {
      return Ask.of(prompt()).wanting(Total.class);
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      return agent.model(FakeModel.playing(says("Seven."), says("{}"), says(TOTAL)));
    }
  }

  @Test
  void anInvalidRequestIsRefusedBeforeAnythingIsSent() {
    try (var drover = drover()) {
      var session = open(drover, FakeModel.playing(says(TOTAL)));
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(
              () -> session.send(Ask.of("Total?").wanting(Total.class).whenBusy(WhenBusy.STEER)))
          .withMessageContaining("cannot change what the run was asked for");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> AnswerSchema.of("total", "{\"type\":\"array\"}"))
          .withMessageContaining("answer total: its schema must be a JSON object");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> AnswerSchema.of("a total", SCHEMA))
          .withMessageContaining("'a total' is not a name");
      assertThat(session.history()).isEmpty();
    }
  }

  @Test
  @Tag("A10")
  void theSameTextWithAnotherSchemaIsAnotherPrompt() {
    var model = new Native(FakeModel.playing(says(TOTAL)));
    try (var drover = drover()) {
      var session = open(drover, model);
      var ask = Ask.of("Total?").withKey("k");
      var first = session.send(ask.wanting(Total.class));
      first.await();
      assertThat(session.send(ask.wanting(Total.class)).id()).isEqualTo(first.id());
      assertThatExceptionOfType(RunKeyConflict.class).isThrownBy(() -> session.send(ask));
      assertThatExceptionOfType(RunKeyConflict.class)
          .isThrownBy(() -> session.send(ask.wanting(Other.class)));
    }
  }

  private static void assertStrictlyReplayed(Drover drover) {
    var journal =
        drover.queries().page(Cursor.start(SESSION), 200).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  /// A model whose provider enforces schemas.
  private record Native(FakeModel inner) implements Model {
    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public boolean supportsJsonSchema() {
      return true;
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas)
        throws ModelException, InterruptedException {
      return inner.call(request, deltas);
    }
  }
}
