package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Answer.Scope;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import dev.drover.spi.store.GrantStore.Revocation;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rules for always can be listed, and taken back.
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
    var question = Waiting.forQuestion(drover, run);
    drover.approvals().answer(question.id(), new Answer.Yes(scope), "anna");
    run.await();
  }

  @Test
  void aRevokedRuleIsAskedAboutAgainInTheSessionThatGrantedItToo() {
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
      Waiting.forQuestion(drover, run);
      var other = agent.open(new SessionId("s-other")).send("go");
      Waiting.forQuestion(drover, other);
    }
  }

  @Test
  void aYesForTheSessionIsNotTouchedByARevocation() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover);
      askedAndAnswered(drover, agent, SESSION, Scope.SESSION);
      askedAndAnswered(drover, agent, new SessionId("s-other"), Scope.ALWAYS);
      assertThat(drover.grants().revoke(FIRST, "bert")).isTrue();
      assertThat(agent.open(SESSION).ask("again").text()).isEqualTo("two");
    }
  }

  @Test
  void aRevocationInAnotherProcessIsDurableAndReachesWhoRemembersTheRule() throws Exception {
    var file = folder.resolve("drover.db");
    try (var driving = Drover.on(SqliteStore.open(file)).build()) {
      var agent = clerk(driving);
      askedAndAnswered(driving, agent, SESSION, Scope.ALWAYS);
      assertThat(agent.open(SESSION).ask("again").text()).isEqualTo("two");
      try (var other = Drover.on(SqliteStore.open(file)).build()) {
        assertThat(other.grants().revoke(FIRST, "bert")).isTrue();
      }
      assertThat(driving.grants().list()).isEmpty();
      // The hint of a change comes soon, and not at once.
      Waiting.until(() -> isAsked(driving, agent));
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
  void aTenantSeesAndRevokesItsOwnGrantsOnly() {
    try (var drover = Drover.inMemory()) {
      askedAndAnswered(drover, clerk(drover), SESSION, Scope.ALWAYS);
      assertThat(drover.tenant("acme").grants().list()).isEmpty();
      assertThat(drover.tenant("acme").grants().revoke(FIRST, "eve")).isFalse();
      assertThat(drover.grants().list()).hasSize(1);
    }
  }
}
