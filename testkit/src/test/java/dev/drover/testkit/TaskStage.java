package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.Session;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A clerk with a scout, for tests of work that one gives to the other.
final class TaskStage {
  static final SessionId SESSION = new SessionId("s-parent");
  static final Subagent SCOUT = Subagent.of("scout", "finds things", "Find it.");

  private TaskStage() {}

  /// A process on a store that outlives it.
  static Drover on(Store store) {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  static AgentBuilder clerk(Drover drover, Map<String, Cast.Mind> minds) {
    return drover
        .agent("clerk")
        .model(new Cast(minds))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(SCOUT));
  }

  static Session open(AgentBuilder builder) {
    return builder.build().open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  static <E extends Event> List<E> all(Drover drover, SessionId session, Class<E> kind) {
    return drover.archive().page(Cursor.start(session), 1_000).items().stream()
        .map(Notice.Happened::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /// The first child that was given something.
  static SessionId firstChild(Drover drover, SessionId parent) {
    return all(drover, parent, Event.TaskStarted.class).getFirst().child();
  }

  static void assertEnded(Drover drover, SessionId session, RunStatus status) {
    assertThat(drover.archive().runs(session))
        .extracting(RunSnapshot::status)
        .containsExactly(status);
  }

  static void assertStrictlyReplayed(Drover drover, SessionId session) {
    var journal =
        drover.archive().page(Cursor.start(session), 1_000).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  static void awaitRuns(Session session, int number) {
    try (var events = session.events()) {
      int ended = 0;
      while (ended < number) {
        if (events.next().orElseThrow() instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished) {
          ended++;
        }
      }
    }
    assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
  }

  /// Whoever asks may be a child that is not there yet, so there is no stream to wait at. Ends with
  /// the time of the test.
  static ApprovalRow awaitQuestion(Drover drover) {
    while (drover.approvals().open().isEmpty()) {
      assertThat(Thread.interrupted()).as("nobody has asked anything").isFalse();
      Thread.onSpinWait();
    }
    return drover.approvals().open().getFirst();
  }
}
