package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The law of [Catalog#within]: two tenants and sessions without a tenant, each with everything
/// that can be listed, and none sees those of another.
@Tag("B8")
public abstract class TenantConformance extends StoreConformance {
  private static final List<String> TENANTS = List.of("acme", "bolt", "");
  private static final RunKey KEY = new RunKey("the same for all");
  private static final EffectId EFFECT = new EffectId(2);

  protected TenantConformance() {}

  @BeforeEach
  void fillAllTenants() {
    for (int round = 1; round <= 2; round++) {
      for (var tenant : TENANTS) {
        var session = session(tenant, round);
        append(AppendBuilder.after(0, session, "opened").with(opened(tenant)));
        append(
            AppendBuilder.after(1, session, "a").accepting(run(tenant, round), KEY).with(asked()));
        append(
            AppendBuilder.after(2, session, "b")
                .with(new Catalog.Change.RuleGranted("bash(%s)".formatted(tenant), "ann", NOON))
                .with(new Catalog.Change.RuleGranted("bash(shared)", "ann", NOON)));
      }
    }
  }

  private static SessionId session(String tenant, int round) {
    return new SessionId("s-%s-%d".formatted(tenant, round));
  }

  private static RunId run(String tenant, int round) {
    return new RunId("r-%s-%d".formatted(tenant, round));
  }

  private static Identity identity(String tenant) {
    return new Identity(tenant, "ann o'neill", "clerk \"v2\"", "T-17");
  }

  private static Catalog.Change opened(String tenant) {
    return new Catalog.Change.SessionOpened("clerk", "/work", NOON, identity(tenant));
  }

  private static Catalog.Change asked() {
    return new Catalog.Change.ApprovalOpened(
        EFFECT,
        RUN,
        NOON,
        new ToolCall("c", "bash", Text.of("{}")),
        "why",
        "bash",
        Text.EMPTY,
        ApprovalEligibility.ANYBODY);
  }

  private Catalog of(String tenant) {
    return store().catalog().within(tenant);
  }

  private static Stream<SessionId> sessions(String tenant) {
    return Stream.of(session(tenant, 1), session(tenant, 2));
  }

  @Test
  void aSessionIsListedWithItsIdentity() {
    var row = store().catalog().session(session("acme", 1)).orElseThrow();
    assertThat(row.identity()).isEqualTo(identity("acme"));
  }

  @Test
  void aTenantListsOnlyItsOwnSessionsInOrder() {
    for (var tenant : TENANTS) {
      assertThat(of(tenant).sessions(0, ALL))
          .extracting(SessionRow::session)
          .containsExactlyElementsOf(sessions(tenant).toList());
      assertThat(of(tenant).unfinished(0, ALL))
          .extracting(SessionRow::session)
          .containsExactlyElementsOf(sessions(tenant).toList());
      var first = of(tenant).sessions(0, 1).getFirst();
      assertThat(of(tenant).sessions(first.ordinal(), 1))
          .extracting(SessionRow::session)
          .containsExactly(session(tenant, 2));
    }
    assertThat(store().catalog().sessions(0, ALL)).hasSize(6);
  }

  @Test
  void sessionsOfOtherTenantsAreNeverFound() {
    for (var tenant : TENANTS) {
      for (var other : TENANTS) {
        boolean own = tenant.equals(other);
        var session = session(other, 1);
        var approval = new ApprovalId(session, EFFECT);
        assertThat(of(tenant).session(session).isPresent()).isEqualTo(own);
        assertThat(of(tenant).runs(session, 0, ALL)).hasSize(own ? 1 : 0);
        assertThat(of(tenant).run(run(other, 1)).isPresent()).isEqualTo(own);
        assertThat(of(tenant).run(session, KEY).map(RunRow::run).isPresent()).isEqualTo(own);
        assertThat(of(tenant).approval(approval).isPresent()).isEqualTo(own);
      }
    }
  }

  @Test
  void aTenantListsItsOwnApprovals() {
    for (var tenant : TENANTS) {
      assertThat(of(tenant).approvals())
          .extracting(ApprovalRow::id)
          .containsExactlyElementsOf(
              sessions(tenant).map(session -> new ApprovalId(session, EFFECT)).toList());
    }
    assertThat(store().catalog().approvals()).hasSize(6);
  }

  @Test
  void aRuleHoldsForTheTenantInWhichItWasGranted() {
    for (var tenant : TENANTS) {
      var own = List.of("bash(%s)".formatted(tenant), "bash(shared)");
      assertThat(store().catalog().rules(tenant)).isEqualTo(own);
      assertThat(of(tenant).rules(tenant)).isEqualTo(own);
      assertThat(of("stranger").rules(tenant)).isEmpty();
    }
    assertThat(store().catalog().rules("stranger")).isEmpty();
  }

  @Test
  void aTenantWithoutSessionsSeesNothing() {
    var stranger = of("stranger");
    assertThat(stranger.sessions(0, ALL)).isEmpty();
    assertThat(stranger.approvals()).isEmpty();
    assertThat(of("acme' OR '1'='1").sessions(0, ALL)).isEmpty();
  }

  @Test
  void aViewWithinAViewShowsNoMoreThanEither() {
    assertThat(of("acme").within("acme").sessions(0, ALL)).hasSize(2);
    assertThat(of("acme").within("bolt").sessions(0, ALL)).isEmpty();
    assertThat(of("acme").within("bolt").rules("bolt")).isEmpty();
  }
}
