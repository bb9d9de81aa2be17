package dev.drover.internal.compaction;

import static dev.drover.fixture.CompactionFixture.boundless;
import static dev.drover.fixture.CompactionFixture.events;
import static dev.drover.fixture.CompactionFixture.narrow;
import static dev.drover.fixture.CompactionFixture.shortenings;
import static dev.drover.fixture.CompactionFixture.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.CompactionFixture;
import dev.drover.fixture.NarrowModel;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.problem.RequestRefused.CompactionFailed;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks that run before and after a compaction.
@Tag("C6")
@Tag("E6")
@Timeout(60)
final class CompactionGateTest {
  private static Session open(Drover drover, NarrowModel model, Hook... hooks) {
    return CompactionFixture.open(
        drover,
        model,
        agent -> {
          List.of(hooks).forEach(agent::hook);
          return agent;
        });
  }

  @Test
  void aHookThatDeniesIsAskedOnceAndTheRequestIsSentUncompacted() {
    var asked = new CopyOnWriteArrayList<HookPoint.BeforeCompaction>();
    var model = narrow(CompactionFixture::chat);
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              model,
              Hook.beforeCompaction(
                  "archive",
                  point -> {
                    asked.add(point);
                    return GateOutcome.deny("file it first");
                  }));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(events(session, Event.CompactionDenied.class))
          .hasSameSizeAs(asked)
          .allMatch(event -> event.denial().hook().equals("archive"))
          .allMatch(event -> event.denial().why().equals("file it first"));
      assertThat(asked.getFirst().cause()).isEqualTo(Cause.WINDOW);
      assertThat(asked.getFirst().tokens()).isGreaterThan(13_000);
      assertThat(asked.getFirst().scene().run()).isNotNull();
      assertThat(model.summed()).isEmpty();
      assertThat(shortenings(session)).isEmpty();
    }
  }

  @Test
  void aHookThatThrowsDenies() {
    var model = narrow(CompactionFixture::chat);
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              model,
              Hook.beforeCompaction(
                  "archive",
                  _ -> {
                    throw new IllegalStateException("no archive");
                  }));
      assertThatThrownBy(() -> talk(session, 9)).hasMessageContaining("context_overflow");
      assertThat(events(session, Event.CompactionDenied.class)).isNotEmpty();
      assertThat(model.summed()).isEmpty();
    }
  }

  @Test
  void aHookMayInstructTheSummaryAndObserversReceiveItsResult() throws Exception {
    var told = new CopyOnWriteArrayList<HookPoint.AfterCompaction>();
    var heard = new CountDownLatch(1);
    var model = narrow(CompactionFixture::chat);
    try (var drover = Drover.inMemory()) {
      var session =
          open(
              drover,
              model,
              Hook.beforeCompaction(
                  "scribe",
                  point -> GateOutcome.rewrite(point.instructions() + "\nRhyme, please.")),
              Hook.observer(
                  "reader",
                  HookPoint.AfterCompaction.class,
                  point -> {
                    told.add(point);
                    heard.countDown();
                  }));
      talk(session, 8);
      heard.await();
      assertThat(model.summed())
          .singleElement()
          .satisfies(request -> assertThat(request.instructions()).endsWith("\nRhyme, please."))
          .satisfies(request -> assertThat(request.tools()).isEmpty());
      var shortening = shortenings(session).getFirst();
      assertThat(shortening.marks())
          .singleElement()
          .satisfies(mark -> assertThat(mark.hook()).isEqualTo("scribe"));
      assertThat(told)
          .singleElement()
          .satisfies(point -> assertThat(point.dropped()).isEqualTo(shortening.cut().dropped()))
          .satisfies(point -> assertThat(point.summary()).endsWith(NarrowModel.SUMMARY));
    }
  }

  @Test
  void aRequestedSummaryReportsThatAHookDeniedIt() {
    var model = boundless();
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      session.hooks().register(Hook.beforeCompaction("archive", _ -> GateOutcome.deny("later")));
      talk(session, 2);
      assertThatThrownBy(session::compact)
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("archive")
          .hasMessageContaining("later");
      assertThat(events(session, Event.CompactionDenied.class)).hasSize(1);
      assertThat(session.history()).hasSize(4);
    }
  }

  @Test
  void hooksAreAskedAboutATrimOnlyIfThereIsSomethingToTrim() {
    var model = boundless();
    try (var drover = Drover.inMemory()) {
      var session = open(drover, model);
      talk(session, 2);
      session.hooks().register(Hook.beforeCompaction("archive", _ -> GateOutcome.deny("later")));
      assertThat(session.compact(2)).isEmpty();
      assertThatThrownBy(() -> session.compact(1))
          .isInstanceOf(CompactionFailed.class)
          .hasMessageContaining("later");
      assertThat(events(session, Event.CompactionDenied.class)).hasSize(1);
      assertThat(session.history()).hasSize(4);
      session.hooks().unregister("archive");
      session.hooks().register(Hook.beforeCompaction("scribe", _ -> GateOutcome.proceed()));
      assertThat(session.compact(1)).isPresent();
      assertThat(session.history()).hasSize(2);
    }
  }
}
