package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.GrantStore;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.GrantStore.GrantRow;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [GrantStore].
public abstract class GrantStoreConformance extends StoreConformance {
  private static final Instant LATER = NOON.plusNanos(1);

  protected GrantStoreConformance() {}

  @Test
  @Tag("J5")
  void aGrantIsListedRevokedOnceAndGrantedAgainWithAnotherId() {
    givenSession(SESSION);
    append(
        AppendBuilder.after(1, SESSION, "x")
            .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON, new EffectId(4)))
            .with(new Catalog.Change.RuleGranted("bash(cp)", "ann", NOON)));
    var question = new ApprovalId(SESSION, new EffectId(4));
    var listed = store().grants().all();
    var first = new GrantRow(new GrantId(1), "", "bash(ls)", "ann", NOON, question, null);
    var second = new GrantRow(new GrantId(2), "", "bash(cp)", "ann", NOON, null, null);
    assertThat(listed).containsExactly(first, second);
    assertThat(store().grants().revoke(new GrantId(1), "bob", LATER)).isTrue();
    assertThat(store().grants().revoke(new GrantId(1), "eve", LATER)).isFalse();
    assertThat(store().grants().revoke(new GrantId(9), "eve", LATER)).isFalse();
    assertThat(store().catalog().rules("")).containsExactly("bash(cp)");
    append(
        AppendBuilder.after(2, SESSION, "x")
            .with(new Catalog.Change.RuleGranted("bash(ls)", "eve", LATER)));
    assertThat(store().catalog().rules("")).containsExactly("bash(cp)", "bash(ls)");
    assertThat(store().grants().all())
        .containsExactly(
            new GrantRow(
                new GrantId(1),
                "",
                "bash(ls)",
                "ann",
                NOON,
                question,
                new GrantStore.Revocation("bob", LATER)),
            second,
            new GrantRow(new GrantId(3), "", "bash(ls)", "eve", LATER, null, null));
  }
}
