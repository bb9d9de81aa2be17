package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.HandOffFixture;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.policy.Policy;
import dev.drover.problem.DroverException;
import dev.drover.session.ForkPoint;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The id of a child follows from its call. A session that was created with this id first gets
/// neither the task nor the parent.
@Tag("F1")
@Tag("A12")
@Timeout(30)
final class ChildIdTest {
  private static final SessionId PARENT = new SessionId("s1");
  private static final SessionId CHILD = new SessionId("s1-e2");

  private final Drover drover = Drover.inMemory();

  @AfterEach
  void close() {
    drover.close();
  }

  private Session stranger(SessionId id, OpenMode mode) {
    return drover
        .agent("stranger")
        .model(FakeModel.playing(says("mine")))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(id, mode);
  }

  private Session parent(String tool, String arguments) {
    drover.agent("other").model(HandOffFixture.answering("other")).build();
    return drover
        .agent("clerk")
        .model(
            new FakeModel(
                (request, _) ->
                    request.messages().size() == 1
                        ? HandOffFixture.calls(tool, arguments)
                        : says("heard " + HandOffFixture.last(request))))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(TaskFixture.SCOUT))
        .successor("other", "everything else")
        .build()
        .open(PARENT, OpenMode.CREATE_OR_RESUME);
  }

  private static final String TASK = "{\"agent\":\"scout\",\"prompt\":\"look\"}";

  @Test
  void anExistingSessionIsNotUsedAsAChild() {
    var first = stranger(CHILD, OpenMode.CREATE);
    first.ask("hello");
    var report = parent("task", TASK).ask("go");
    assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(report.text()).contains("there is a session s1-e2 already that is not its own");
    assertThat(drover.queries().runs(CHILD)).hasSize(1);
    assertThat(TaskFixture.all(drover, PARENT, Event.TaskStarted.class)).isEmpty();
  }

  @Test
  void theIdOfAChildIsReservedOnceItsParentExists() {
    parent("task", TASK);
    assertThatThrownBy(() -> stranger(CHILD, OpenMode.CREATE_OR_RESUME))
        .isInstanceOf(DroverException.class)
        .hasMessageContaining("reserved for work that session s1 gives to another agent");
    assertThatThrownBy(
            () -> stranger(new SessionId("s3"), OpenMode.CREATE).fork(ForkPoint.here().into(CHILD)))
        .isInstanceOf(DroverException.class)
        .hasMessageContaining("reserved");
    assertThat(stranger(new SessionId("s1-else"), OpenMode.CREATE).id().value())
        .isEqualTo("s1-else");
    assertThat(stranger(new SessionId("s2-e2"), OpenMode.CREATE).id().value()).isEqualTo("s2-e2");
  }

  @Test
  void aChildIsNotOpenedByAnotherAgent() {
    var session = parent("task", TASK);
    session.ask("go");
    assertThat(drover.queries().snapshot(CHILD).profile().origin())
        .isInstanceOf(SessionOrigin.Delegated.class);
    assertThatThrownBy(() -> stranger(CHILD, OpenMode.CREATE_OR_RESUME))
        .isInstanceOf(DroverException.class);
  }

  @Test
  void aConversationIsNotHandedOffIntoAnExistingSession() {
    stranger(CHILD, OpenMode.CREATE).ask("hello");
    var report = parent("hand_off", HandOffFixture.to("other")).ask("go");
    assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(report.text()).contains("nothing was handed on");
    assertThat(drover.queries().runs(CHILD)).hasSize(1);
  }
}
