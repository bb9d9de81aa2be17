package dev.drover.internal.tenant;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.Agent;
import dev.drover.Approvals;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.DeferredCalls;
import dev.drover.watch.Cursor;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("B8")
@Timeout(60)
final class TenantLawTest {
  private static final Identity ACME =
      Identity.ofTenant("acme").principal("anna").template("clerk-2").correlation("T-17");
  private static final Identity BOLT = Identity.ofTenant("bolt").principal("bert");
  private static final SessionId ONE = new SessionId("s-one");

  enum Kept {
    IN_MEMORY,
    ON_DISK
  }

  @TempDir Path folder;

  private final MemoryStore memory = new MemoryStore();

  private Store store(Kept kept) {
    return switch (kept) {
      case IN_MEMORY -> new CrashingStore(memory, CrashingStore.NEVER_CRASHES);
      case ON_DISK -> SqliteStore.open(folder.resolve("drover.db"));
    };
  }

  private static Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("send"), says("sent")))
        .tools(
            FakeTool.unsafe("send", _ -> done("ok")),
            FakeTool.unsafe("order", _ -> ToolDeferral.untilCompleted()))
        .policy(Policy.ASK_ALWAYS)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityIsStoredWithTheSession(Kept kept) {
    try (var drover = Drover.on(store(kept)).build()) {
      var session = clerk(drover).as(ACME).open(ONE);
      assertThat(session.identity()).isEqualTo(ACME);
      assertThat(session.page(Cursor.start(ONE), 1).items().getFirst().event())
          .isInstanceOfSatisfying(
              Event.SessionOpened.class, opened -> assertThat(opened.identity()).isEqualTo(ACME));
    }
    try (var drover = Drover.on(store(kept)).build()) {
      var agent = clerk(drover);
      assertThat(agent.open(ONE, OpenMode.RESUME).identity()).isEqualTo(ACME);
      assertThat(agent.as(Identity.ofTenant("acme").principal("carl")).open(ONE).identity())
          .isEqualTo(ACME);
      assertThat(drover.queries().session(ONE).orElseThrow().identity()).isEqualTo(ACME);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTenantFindsNothingOfAnotherTenant(Kept kept) {
    try (var drover = Drover.on(store(kept)).build()) {
      var agent = clerk(drover);
      var session = agent.as(ACME).open(ONE);
      var run = session.send("send it");
      var question = ApprovalWaits.forQuestion(drover, run);
      var bolt = drover.tenant("bolt");
      assertThat(bolt.queries().sessions()).isEmpty();
      assertThat(bolt.queries().unfinished()).isEmpty();
      assertThat(bolt.queries().run(run.id())).isEmpty();
      assertThat(bolt.approvals().open()).isEmpty();
      assertThat(bolt.approvals().answer(question.id(), yes(), "bert"))
          .isEqualTo(Approvals.Receipt.NOT_OPEN);
      notFound(() -> bolt.queries().runs(ONE));
      notFound(() -> bolt.queries().snapshot(ONE));
      notFound(() -> bolt.queries().page(Cursor.start(ONE), 10));
      notFound(() -> bolt.queries().events(Cursor.start(ONE)).close());
      notFound(() -> bolt.cancel(ONE, null, "bert", "mine"));
      notFound(() -> agent.as(BOLT).open(ONE, OpenMode.RESUME));
      assertThatExceptionOfType(RunNotFound.class)
          .isThrownBy(() -> bolt.queries().report(run.id()));
      assertThatExceptionOfType(RunNotFound.class)
          .isThrownBy(() -> bolt.queries().events(run.id()).close());
      assertThatExceptionOfType(RunNotFound.class).isThrownBy(() -> bolt.undo(run.id(), "bert"));
      assertThatExceptionOfType(SessionExists.class).isThrownBy(() -> agent.as(BOLT).open(ONE));
      var acme = drover.tenant("acme");
      assertThat(acme.queries().sessions()).extracting(SessionRow::session).containsExactly(ONE);
      assertThat(acme.approvals().open()).containsExactly(question);
      assertThat(acme.approvals().answer(question.id(), yes(), "anna"))
          .isEqualTo(Approvals.Receipt.COUNTED);
      assertThat(run.await().text()).isEqualTo("sent");
      assertThat(acme.queries().report(run.id())).isPresent();
    }
  }

  private static ApprovalAnswer yes() {
    return new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
  }

  private static void notFound(Runnable access) {
    assertThatExceptionOfType(SessionNotFound.class).isThrownBy(access::run);
  }

  @ParameterizedTest
  @EnumSource
  void alwaysGrantsApplyOnlyToTheirTenant(Kept kept) {
    try (var drover = Drover.on(store(kept)).build()) {
      var agent = clerk(drover);
      var asked = agent.as(ACME).open().send("send it");
      drover
          .tenant("acme")
          .approvals()
          .answer(
              ApprovalWaits.forQuestion(drover, asked).id(),
              new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ALWAYS),
              "anna");
      asked.await();
      assertThat(agent.as(ACME).open().send("send it").await().text()).isEqualTo("sent");
      var other = agent.as(BOLT).open().send("send it");
      assertThat(ApprovalWaits.forQuestions(drover, other, 1)).hasSize(1);
      var nobody = agent.open().send("send it");
      assertThat(ApprovalWaits.forQuestions(drover, nobody, 1)).hasSize(2);
    }
  }

  @Test
  void aTenantCompletesOnlyItsOwnCalls() {
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("buyer")
              .model(FakeModel.playing(calls("order"), says("ordered")))
              .tools(FakeTool.unsafe("order", _ -> ToolDeferral.untilCompleted()))
              .policy(Policy.ALLOW_ALL)
              .build()
              .as(ACME)
              .open(ONE);
      var run = session.send("order it");
      ApprovalWaits.forEvents(run, Event.ToolDeferred.class, 1);
      var key = new DeferredCallKey(ONE, new EffectId(2));
      assertThat(drover.tenant("bolt").deferrals().find(key)).isEmpty();
      assertThat(drover.tenant("bolt").deferrals().complete(key, "mine", "bert"))
          .isEqualTo(DeferredCalls.Receipt.NOT_OPEN);
      assertThat(drover.tenant("acme").deferrals().complete(key, "delivered", "anna"))
          .isEqualTo(DeferredCalls.Receipt.COUNTED);
      assertThat(run.await().text()).isEqualTo("ordered");
    }
  }

  @Test
  void anInvalidLabelIsRefusedWithItsFieldName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ACME.principal("a\nb"))
        .withMessageStartingWith("principal: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Identity.ofTenant("x".repeat(201)))
        .withMessageStartingWith("tenant: ");
  }
}
