package dev.drover.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class WriterPoolTest {
  private final JsonWriterPool pool = new JsonWriterPool();

  @Test
  void aWriterIsLentToOneCallerAtATimeAndReused() {
    var first = pool.take();
    var second = pool.take();
    assertThat(second).isNotSameAs(first);

    pool.give(first);
    assertThat(pool.take()).isSameAs(first);
  }

  @Test
  void aWriterReturnedInsideADocumentStartsEmpty() {
    var broken = pool.take();
    broken.open();
    pool.give(broken);

    var next = pool.take();
    next.number(1);
    assertThat(next.take()).containsExactly('1');
  }

  @Test
  void aWriterThatHasGrownLargeIsNotKept() {
    var large = pool.take();
    large.string("x".repeat(100_000));
    pool.give(large);

    assertThat(pool.take()).isNotSameAs(large);
  }

  @Test
  void thePoolKeepsNoMoreWritersThanItHasSlots() {
    var lent = new ArrayList<JsonWriter>();
    for (int i = 0; i < 100; i++) {
      lent.add(pool.take());
    }
    lent.forEach(pool::give);

    var kept = new ArrayList<JsonWriter>();
    for (int i = 0; i < 100; i++) {
      kept.add(pool.take());
    }
    assertThat(kept).doesNotHaveDuplicates();
    assertThat(kept.stream().filter(lent::contains)).hasSize(16);
  }
}
