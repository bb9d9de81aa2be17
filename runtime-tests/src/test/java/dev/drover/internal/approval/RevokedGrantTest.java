package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.store.GrantStore.Revocation;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Always grants can be listed and revoked.
@Tag("E3")
@Tag("J5")
@Timeout(60)
final class RevokedGrantTest {
  private static final SessionId SESSION = new SessionId("s-granted");
  private static final GrantId FIRST = new GrantId(1);

  @TempDir Path folder;

  private static Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(
            FakeModel.playing(
                calls("send"), says("one"), calls("send"), says("two"), calls("send"), says("3")))
        .tools(FakeTool.unsafe("send", _ -> done("sent")))
        .build();
  }

  private static void askedAndAnswered(Drover drover, Agent agent, SessionId id, Scope scope) {
    var run = agent.open(id).send("go");
    var question = ApprovalWaits.forQuestion(drover, run);
    drover.approvals().answer(question.id(), new ApprovalAnswer.Yes(scope), "anna");
    run.await();
  }

  @Test
  void aRevokedGrantNeedsApprovalAgainAlsoInItsOwnSession() {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var agent = clerk(drover);
      askedAndAnswered(drover, agent, SESSION, Scope.ALWAYS);
      assertThat(agent.open(SESSION).ask("again").text()).isEqualTo("two");
      assertThat(drover.grants().list())
          .containsExactly(
              new GrantRow(
                  FIRST,
                  "",
                  "send",
                  "anna",
                  VirtualTime.START,
                  new ApprovalId(SESSION, new EffectId(2)),
                  null));
      assertThat(drover.grants().revoke(FIRST, "bert")).isTrue();
      assertThat(drover.grants().revoke(FIRST, "bert")).isFalse();
      assertThat(drover.grants().list()).isEmpty();
      assertThat(drover.grants().find(FIRST).orElseThrow().revocation())
          .isEqualTo(new Revocation("bert", VirtualTime.START));
      var run = agent.open(SESSION).send("and again");
      ApprovalWaits.forQuestion(drover, run);
      var other = agent.open(new SessionId("s-other")).send("go");
      ApprovalWaits.forQuestion(drover, other);
    }
  }

  @Test
  void aSessionYesIsNotAffectedByARevocation() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover);
      askedAndAnswered(drover, agent, SESSION, Scope.SESSION);
      askedAndAnswered(drover, agent, new SessionId("s-other"), Scope.ALWAYS);
      assertThat(drover.grants().revoke(FIRST, "bert")).isTrue();
      assertThat(agent.open(SESSION).ask("again").text()).isEqualTo("two");
    }
  }

  @Test
  void aRevocationInAnotherProcessIsDurableAndReachesCachedGrants() throws Exception {
    var file = folder.resolve("drover.db");
    try (var driving = Drover.on(SqliteStore.open(file)).build()) {
      var agent = clerk(driving);
      askedAndAnswered(driving, agent, SESSION, Scope.ALWAYS);
      assertThat(agent.open(SESSION).ask("again").text()).isEqualTo("two");
      try (var other = Drover.on(SqliteStore.open(file)).build()) {
        assertThat(other.grants().revoke(FIRST, "bert")).isTrue();
      }
      assertThat(driving.grants().list()).isEmpty();
      // The change hint arrives soon, but not at once.
      ApprovalWaits.until(() -> isAsked(driving, agent));
    }
    try (var later = Drover.on(SqliteStore.open(file)).build()) {
      assertThat(later.grants().list()).isEmpty();
    }
  }

  private static boolean isAsked(Drover drover, Agent agent) {
    var session = agent.open();
    var run = session.send("go");
    while (run.await(java.time.Duration.ofMillis(5)).isEmpty()) {
      if (!drover.approvals().open().isEmpty()) {
        run.cancel();
        return true;
      }
    }
    return false;
  }

  @Test
  @Tag("B8")
  void aTenantSeesAndRevokesOnlyItsOwnGrants() {
    try (var drover = Drover.inMemory()) {
      askedAndAnswered(drover, clerk(drover), SESSION, Scope.ALWAYS);
      assertThat(drover.tenant("acme").grants().list()).isEmpty();
      assertThat(drover.tenant("acme").grants().revoke(FIRST, "eve")).isFalse();
      assertThat(drover.grants().list()).hasSize(1);
    }
  }
}
