package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// A conversation grows by sharing, and sharing is not visible in any version.
class ConversationTest {
  private static Message message(int number) {
    return new Message.User(Text.of("message " + number));
  }

  private static Message message(String words) {
    return new Message.User(Text.of(words));
  }

  private static Conversation grown(Conversation start, String line, int size) {
    var conversation = start;
    for (int i = 0; i < size; i++) {
      conversation = conversation.plus(message(line + " " + i));
    }
    return conversation;
  }

  private static List<Message> written(String line, int size) {
    var messages = new ArrayList<Message>();
    for (int i = 0; i < size; i++) {
      messages.add(message(line + " " + i));
    }
    return messages;
  }

  @Test
  void everyVersionIsUnchangedWhenNewerOnesGrow() {
    var versions = new ArrayList<Conversation>();
    versions.add(Conversation.EMPTY);
    for (int i = 0; i < 100; i++) {
      versions.add(versions.getLast().plus(message("main " + i)));
    }
    for (int size = 0; size <= 100; size++) {
      assertThat(versions.get(size).size()).isEqualTo(size);
      assertThat(versions.get(size).messages()).isEqualTo(written("main", size));
    }
  }

  @Test
  void twoForksOfOneVersionAreIndependentAndDoNotChangeTheTrunk() {
    for (int at = 0; at <= 20; at++) {
      var trunk = grown(Conversation.EMPTY, "trunk", at);
      var left = grown(trunk, "left", 2);
      var right = grown(trunk, "right", 2);
      assertThat(trunk.messages()).isEqualTo(written("trunk", at));
      assertThat(left.messages().subList(0, at)).isEqualTo(written("trunk", at));
      assertThat(left.messages().subList(at, at + 2)).isEqualTo(written("left", 2));
      assertThat(right.messages().subList(0, at)).isEqualTo(written("trunk", at));
      assertThat(right.messages().subList(at, at + 2)).isEqualTo(written("right", 2));
    }
  }

  @Test
  void aForkOfAnEarlyVersionHasNoLaterMessages() {
    var early = grown(Conversation.EMPTY, "trunk", 3);
    var late = grown(early, "late", 500);
    var fork = early.plus(message("fork"));
    assertThat(fork.size()).isEqualTo(4);
    assertThat(fork.last()).isEqualTo(message("fork"));
    assertThat(grown(fork, "more", 30).messages().subList(4, 34)).isEqualTo(written("more", 30));
    assertThat(late.messages().subList(3, 503)).isEqualTo(written("late", 500));
  }

  @Test
  void anyTreeOfVersionsBehavesLikeCopies() {
    var dice = new RandomKernelValues(11);
    var versions = new ArrayList<Conversation>(List.of(Conversation.EMPTY));
    var copies = new ArrayList<List<Message>>(List.of(List.of()));
    for (int i = 0; i < 2_000; i++) {
      int parent = dice.chance(70) ? versions.size() - 1 : dice.between(0, versions.size() - 1);
      versions.add(versions.get(parent).plus(message(i)));
      var copy = new ArrayList<>(copies.get(parent));
      copy.add(message(i));
      copies.add(copy);
    }
    for (int i = 0; i < versions.size(); i++) {
      assertThat(versions.get(i).messages()).isEqualTo(copies.get(i));
    }
  }

  @Test
  void concurrentForksOfOneVersionAreIndependent() throws Exception {
    int threads = 8;
    for (int round = 0; round < 200; round++) {
      // Sizes that leave room in the shared array, so that the threads race for the next slots.
      var trunk = grown(Conversation.EMPTY, "trunk", 1 + round % 4);
      var lines = raced(trunk, threads);
      for (int i = 0; i < threads; i++) {
        assertThat(lines.get(i).messages().subList(0, trunk.size()))
            .isEqualTo(written("trunk", trunk.size()));
        assertThat(lines.get(i).messages().subList(trunk.size(), trunk.size() + 3))
            .isEqualTo(written("line " + i, 3));
      }
      assertThat(trunk.messages()).isEqualTo(written("trunk", trunk.size()));
    }
  }

  /// Grows the trunk in as many directions as there are threads, all at the same time.
  private static List<Conversation> raced(Conversation trunk, int threads)
      throws InterruptedException, ExecutionException {
    var ready = new CountDownLatch(threads);
    var lines = new ArrayList<Future<Conversation>>();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < threads; i++) {
        var line = "line " + i;
        lines.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return grown(trunk, line, 3);
                }));
      }
    }
    var grown = new ArrayList<Conversation>();
    for (var line : lines) {
      grown.add(line.get());
    }
    return grown;
  }

  @Test
  void conversationsAreEqualWhenTheirMessagesAre() {
    var grown = grown(Conversation.EMPTY, "main", 9);
    var copied = Conversation.of(written("main", 9));
    assertThat(grown).isEqualTo(copied).hasSameHashCodeAs(copied).hasToString(copied.toString());
    assertThat(grown).isNotEqualTo(grown(Conversation.EMPTY, "main", 8));
    assertThat(grown).isNotEqualTo(grown(Conversation.EMPTY, "other", 9));
    assertThat(Conversation.EMPTY).isEqualTo(Conversation.of(List.of()));
    assertThat(grown.hashCode()).isEqualTo(written("main", 9).hashCode());
    assertThat(grown).hasToString(written("main", 9).toString());
  }

  @Test
  void theTokenBoundOfAConversationIsThatOfItsMessages() {
    // Sixteen for each message, and one for each byte.
    assertThat(Conversation.EMPTY.tokenBound()).isZero();
    assertThat(grown(Conversation.EMPTY, "main", 9).tokenBound()).isEqualTo(9 * (16 + 6));
    assertThat(Conversation.of(written("main", 9)).tokenBound()).isEqualTo(9 * (16 + 6));
  }

  @Test
  void aConversationIsACopyOfItsList() {
    var list = new ArrayList<>(written("main", 2));
    var conversation = Conversation.of(list);
    list.clear();
    assertThat(conversation.messages()).isEqualTo(written("main", 2));
  }

  @Test
  void theMessagesAreReadOnly() {
    var two = grown(Conversation.EMPTY, "main", 2);
    assertThat(two.last()).isEqualTo(message("main 1"));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> two.messages().set(0, message("other")));
    for (int wrong : new int[] {-1, 2}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> two.messages().get(wrong))
          .withMessage("message %d of 2", wrong);
    }
  }
}
