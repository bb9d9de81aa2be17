package dev.drover.internal.publish;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.model.Delta;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("I1")
@Tag("I2")
final class RunStreamTest {
  private final Drover drover = Drover.on(new MemoryStore()).watchBuffer(64).build();

  @AfterEach
  void letGo() {
    drover.close();
  }

  private Session open(FakeAgents.Mind mind) {
    return drover.agent("clerk").model(new FakeModel(mind)).build().open();
  }

  private static FakeAgents.Mind thinking() {
    return (_, deltas) -> {
      deltas.accept(new Delta.ReasoningDelta("hm"));
      deltas.accept(new Delta.TextDelta("hel"));
      deltas.accept(new Delta.TextDelta("lo"));
      return says("hello");
    };
  }

  private static String word(Notice notice) {
    return switch (notice) {
      case Notice.Happened happened -> happened.event().getClass().getSimpleName();
      case Notice.Shown shown -> shown.delta().text();
      case Notice.Missed missed -> missed.toString();
      case Notice.ChildUsage used -> used.toString();
    };
  }

  @Test
  void aRunStreamIsCompleteFromStartToEnd() {
    var session = open(thinking());
    for (int i = 0; i < 50; i++) {
      var seen = new ArrayList<String>();
      try (var stream = session.stream("hi")) {
        stream.forEach(notice -> seen.add(word(notice)));
        assertThat(stream.isAtEnd()).isTrue();
        assertThat(stream.run().await().text()).isEqualTo("hello");
      }
      assertThat(seen)
          .containsExactly("RunAccepted", "hm", "hel", "lo", "ModelReplied", "RunFinished");
    }
  }

  @Test
  void closingAStreamDoesNotAffectItsRun() throws Exception {
    var goOn = new CountDownLatch(1);
    var session =
        open(
            (_, _) -> {
              goOn.await();
              return says("done");
            });
    var stream = session.stream("hi");
    stream.close();
    goOn.countDown();
    assertThat(stream.run().await().status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aRefusedPromptLeavesNoWatcher() throws Exception {
    var begun = new CountDownLatch(1);
    var session = open(FakeAgents.streamingForEver("hm", begun));
    session.send("go");
    begun.await();
    assertThatThrownBy(() -> session.stream("and this")).isInstanceOf(SessionBusy.class);
  }

  @Test
  @Tag("A10")
  void theStreamOfARepeatedPromptStartsWithItsRun() {
    var session = open(thinking());
    session.send(Ask.of("hi").withKey("k-1")).await();
    session.ask("something else");
    var seen = new ArrayList<String>();
    try (var stream = session.stream(Ask.of("hi").withKey("k-1"))) {
      stream.forEach(notice -> seen.add(word(notice)));
    }
    assertThat(seen).containsExactly("RunAccepted", "hello", "ModelReplied", "RunFinished");
  }

  /// Requests one notice at a time, or all.
  private static final class Subscriber implements Flow.Subscriber<Notice> {
    final List<String> seen = new ArrayList<>();
    final Semaphore taken = new Semaphore(0);
    final CountDownLatch subscribed = new CountDownLatch(1);
    final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<Flow.Subscription> given = new AtomicReference<>();

    Flow.Subscription subscription() {
      return given.get();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      given.set(subscription);
      subscribed.countDown();
    }

    @Override
    public void onNext(Notice notice) {
      seen.add(word(notice));
      taken.release();
    }

    @Override
    public void onError(Throwable broken) {
      seen.add(broken.getClass().getSimpleName());
      over.countDown();
    }

    @Override
    public void onComplete() {
      seen.add("complete");
      over.countDown();
    }
  }

  private static Subscriber subscribed(Flow.Publisher<Notice> publisher)
      throws InterruptedException {
    var subscriber = new Subscriber();
    publisher.subscribe(subscriber);
    subscriber.subscribed.await();
    return subscriber;
  }

  @Test
  void aPublisherRespectsDemandAndCompletesWithTheRun() throws Exception {
    var session = open(thinking());
    var stream = session.stream("hi");
    stream.run().await();
    var subscriber = subscribed(stream.publisher());
    assertThat(subscriber.seen).isEmpty();
    subscriber.subscription().request(2);
    subscriber.taken.acquire(2);
    assertThat(subscriber.taken.availablePermits()).isZero();
    assertThat(List.copyOf(subscriber.seen)).containsExactly("RunAccepted", "hm");
    subscriber.subscription().request(Long.MAX_VALUE);
    subscriber.over.await();
    assertThat(subscriber.seen)
        .containsExactly(
            "RunAccepted", "hm", "hel", "lo", "ModelReplied", "RunFinished", "complete");
  }

  @Test
  void aSlowSubscriberMissesFragmentsAndLearnsHowMany() throws Exception {
    var session =
        open(
            (_, deltas) -> {
              for (int i = 0; i < 100_000; i++) {
                deltas.accept(new Delta.TextDelta(Character.toString('a' + i % 7)));
              }
              return says("the end");
            });
    var stream = session.stream("hi");
    stream.run().await();
    var subscriber = subscribed(stream.publisher());
    subscriber.subscription().request(Long.MAX_VALUE);
    subscriber.over.await();
    assertThat(subscriber.seen.getFirst()).startsWith("Missed[fragments=");
    assertThat(subscriber.seen).hasSizeLessThan(70).endsWith("RunFinished", "complete");
  }

  @Test
  void cancellingASubscriptionDoesNotAffectTheRun() throws Exception {
    var goOn = new CountDownLatch(1);
    var session =
        open(
            (_, deltas) -> {
              deltas.accept(new Delta.TextDelta("do"));
              goOn.await();
              return says("done");
            });
    var stream = session.stream("hi");
    var subscriber = subscribed(stream.publisher());
    subscriber.subscription().request(1);
    subscriber.taken.acquire();
    subscriber.subscription().cancel();
    subscriber.subscription().cancel();
    goOn.countDown();
    assertThat(stream.run().await().text()).isEqualTo("done");
    assertThat(subscriber.seen).containsExactly("RunAccepted");
  }

  @Test
  void aSecondSubscriberAndAnEmptyRequestAreErrors() throws Exception {
    var session = open(thinking());
    var publisher = session.stream("hi").publisher();
    var first = subscribed(publisher);
    var second = subscribed(publisher);
    second.over.await();
    assertThat(second.seen).containsExactly("IllegalStateException");
    first.subscription().request(0);
    first.over.await();
    assertThat(first.seen).containsExactly("IllegalArgumentException");
    assertThat(session.lastResponse().isPresent() || session.currentRun().isPresent()).isTrue();
  }

  @Test
  void aReaderSeesOnlyEventsOfItsOwnRun() {
    var session = open(thinking());
    session.ask("one");
    try (var stream = session.stream("two")) {
      for (var notice : stream) {
        if (notice instanceof Notice.Happened happened) {
          assertThat(((Event.OfRun) happened.event()).run()).isEqualTo(stream.run().id());
        }
      }
    }
  }
}
