package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Journal] and [dev.drover.spi.store.Blobs] about deleted
/// sessions.
@Tag("B10")
public abstract class DeleteConformance extends StoreConformance {
  private static final RunKey KEY = new RunKey("k");
  private static final RunKey STEERED = new RunKey("m");
  private static final ApprovalId APPROVAL = new ApprovalId(SESSION, new EffectId(1));
  private static final Instant EVENING = NOON.plusSeconds(6 * 3600);

  protected DeleteConformance() {}

  @Test
  void aDeletedSessionLeavesNothingForAnyReader() {
    givenSession(OTHER, 2);
    store().leases().renew(AppendBuilder.OWNER, Duration.ofMinutes(1));
    var before = StoreContents.in(store());
    var artifact = givenSessionWithEverything();
    store().journal().delete(SESSION, 4);
    assertThat(StoreContents.in(store())).isEqualTo(before);
    assertThat(journal(SESSION)).isEmpty();
    assertThat(store().journal().snapshot(SESSION)).isEmpty();
    assertThat(store().catalog().session(SESSION)).isEmpty();
    assertThat(store().catalog().unfinished(0, ALL)).isEmpty();
    assertThat(store().catalog().runs(SESSION, 0, ALL)).isEmpty();
    assertThat(store().catalog().run(RUN)).isEmpty();
    assertThat(store().catalog().run(SESSION, KEY)).isEmpty();
    assertThat(store().catalog().run(SESSION, STEERED)).isEmpty();
    assertThat(store().catalog().approval(APPROVAL)).isEmpty();
    assertThat(store().inbox().sessionsWaiting()).isEmpty();
    assertThat(store().inbox().waiting(SESSION, ALL)).isEmpty();
    assertThat(store().inbox().status(SESSION, input("i-1"))).isEmpty();
    assertThat(store().artifacts().list(SESSION, 0, ALL)).isEmpty();
    assertThat(store().artifacts().read(SESSION, artifact, 0, 1)).isEmpty();
    assertThat(store().leases().holder(SESSION)).isEmpty();
  }

  @Test
  void theIdOfADeletedSessionIsNeverAcceptedAgain() {
    givenSessionWithEverything();
    assertThat(store().journal().isDeleted(SESSION)).isFalse();
    store().journal().delete(SESSION, 4);
    assertThat(store().journal().isDeleted(SESSION)).isTrue();
    assertThatThrownBy(() -> givenSession(SESSION)).isInstanceOf(AppendToDeletedSession.class);
    assertThatThrownBy(() -> append(AppendBuilder.after(4, SESSION, "more")))
        .isInstanceOf(AppendToDeletedSession.class);
    assertThatThrownBy(
            () -> store().journal().trim(SESSION, new Snapshot(4, Bytes.of("s")), List.of()))
        .isInstanceOf(ContradictoryWrite.class);
    assertThat(put(item(SESSION, "i-9", "hello"))).isEqualTo(Receipt.NO_SUCH_SESSION);
    try (var upload = store().artifacts().startUpload(SESSION, NOON)) {
      assertThatThrownBy(
              () -> {
                upload.add(Bytes.of("a"));
                upload.finish();
              })
          .isInstanceOf(ContradictoryWrite.class);
    }
    assertThat(StoreContents.in(store()).sessions()).isEmpty();
  }

  @Test
  void theIdsOfItsRunsStayUsed() {
    givenSessionWithEverything();
    store().journal().delete(SESSION, 4);
    assertThatThrownBy(() -> append(AppendBuilder.opening(OTHER, "a").accepting(RUN, null)))
        .isInstanceOf(ContradictoryWrite.class);
    append(AppendBuilder.opening(OTHER, "a").accepting(new RunId("r-9"), KEY));
    assertThat(store().catalog().run(OTHER, KEY)).isPresent();
  }

  @Test
  @Tag("A2")
  void aConflictChangesNothing() {
    givenSessionWithEverything();
    var before = StoreContents.in(store(), input("i-1"));
    assertThatThrownBy(() -> store().journal().delete(SESSION, 3))
        .isInstanceOf(AppendConflict.class);
    assertThat(StoreContents.in(store(), input("i-1"))).isEqualTo(before);
    assertThat(store().journal().isDeleted(SESSION)).isFalse();
    append(AppendBuilder.after(4, SESSION, "more"));
  }

  @Test
  void aMissingSessionCannotBeDeleted() {
    assertThatThrownBy(() -> store().journal().delete(SESSION, 0))
        .isInstanceOf(ContradictoryWrite.class);
    assertThat(store().journal().isDeleted(SESSION)).isFalse();
    givenSession(SESSION);
    store().journal().delete(SESSION, 1);
    assertThatThrownBy(() -> store().journal().delete(SESSION, 1))
        .isInstanceOf(AppendToDeletedSession.class);
  }

  @Test
  @Tag("A11")
  void pagingContinuesAfterADeletedSession() {
    givenSession(OTHER);
    givenSession(SESSION);
    long last = store().catalog().sessions(0, ALL).getLast().ordinal();
    store().journal().delete(SESSION, 1);
    append(AppendBuilder.opening(new SessionId("s-3"), "opened"));
    assertThat(store().catalog().sessions(last, ALL))
        .extracting(SessionRow::session)
        .containsExactly(new SessionId("s-3"));
  }

  @Test
  @Tag("A2")
  void exactlyOneOfManyConcurrentDeletesAndAppendsWins() throws Exception {
    for (int round = 0; round < 10; round++) {
      var session = new SessionId("race-" + round);
      givenSession(session);
      List<Boolean> won =
          ConcurrentRun.run(
              8,
              thread ->
                  () -> {
                    try {
                      if (thread % 2 == 0) {
                        store().journal().delete(session, 1);
                      } else {
                        append(AppendBuilder.after(1, session, "by " + thread));
                      }
                      return true;
                    } catch (AppendConflict | AppendToDeletedSession lost) {
                      return false;
                    }
                  });
      assertThat(won).containsOnlyOnce(true);
      int winner = won.indexOf(true);
      assertThat(store().journal().isDeleted(session)).isEqualTo(winner % 2 == 0);
      assertThat(journal(session).map(slice -> slice.entries()))
          .isEqualTo(
              winner % 2 == 0
                  ? Optional.empty()
                  : Optional.of(List.of(entry(1, "opened"), entry(2, "by " + winner))));
    }
  }

  @Test
  void nothingIsLeftOfConcurrentInputs() throws Exception {
    for (int round = 0; round < 10; round++) {
      var session = new SessionId("mail-" + round);
      givenSession(session);
      ConcurrentRun.<Void>run(
          4,
          thread ->
              () -> {
                if (thread == 0) {
                  store().journal().delete(session, 1);
                } else {
                  put(item(session, "i-" + thread, "hello"));
                }
                return null;
              });
      assertThat(store().inbox().waiting(session, ALL)).isEmpty();
      assertThat(store().inbox().sessionsWaiting()).isEmpty();
    }
  }

  @Test
  @Tag("D14")
  void anArtifactThatAnotherSessionHasStays() {
    givenSession(SESSION);
    givenSession(OTHER);
    var shared = keep(SESSION, "shared");
    keep(OTHER, "shared");
    var own = keep(SESSION, "own");
    store().journal().delete(SESSION, 1);
    assertThat(store().artifacts().read(OTHER, shared, 0, 6)).contains(Bytes.of("shared"));
    assertThat(store().artifacts().read(OTHER, own, 0, 3)).isEmpty();
    keep(OTHER, "own");
    assertThat(store().artifacts().read(OTHER, own, 0, 3)).contains(Bytes.of("own"));
  }

  @Test
  void contentThatOnlyItReferredToIsDroppedByTheNextSweep() {
    var inEvent = blob("in an event");
    var inSnapshot = blob("in a snapshot");
    var inInput = blob("in an input");
    var trimmed = blob("in an event that was trimmed");
    append(AppendBuilder.opening(SESSION, named(trimmed), named(inEvent)));
    put(item(SESSION, "i-1", named(inInput)));
    store()
        .journal()
        .trim(SESSION, new Snapshot(2, Bytes.of(named(inSnapshot))), List.of(new EventRange(1, 1)));
    store().journal().delete(SESSION, 2);
    assertThat(store().blobs().sweep(EVENING)).isEmpty();
    for (var gone : List.of(inEvent, inSnapshot, inInput, trimmed)) {
      assertThat(store().blobs().get(gone)).isEmpty();
    }
  }

  @Test
  void contentThatAnotherSessionRefersToStays() {
    var inEvent = blob("in an event");
    var inSnapshot = blob("in a snapshot");
    var inInput = blob("in an input");
    var inApproval = blob("in an approval");
    var trimmed = blob("in an event that was trimmed");
    var all = List.of(inEvent, inSnapshot, inInput, inApproval, trimmed);
    append(
        AppendBuilder.opening(
            SESSION, all.stream().map(DeleteConformance::named).toArray(String[]::new)));
    append(AppendBuilder.opening(OTHER, named(trimmed), named(inEvent)).with(asking(inApproval)));
    put(item(OTHER, "i-1", named(inInput)));
    store()
        .journal()
        .trim(OTHER, new Snapshot(2, Bytes.of(named(inSnapshot))), List.of(new EventRange(1, 1)));
    store().journal().delete(SESSION, 5);
    assertThat(store().blobs().sweep(EVENING)).isEmpty();
    for (var kept : all) {
      assertThat(store().blobs().get(kept)).isPresent();
    }
  }

  @Test
  void contentReferredToByContentIsKeptOrDroppedWithIt() throws Exception {
    var deep = blob("deep");
    var middle = deflated("x".repeat(100_000), deep);
    var top = deflated("top ", middle);
    var lost = blob("named by the other one only");
    var other = deflated("other ", lost);
    append(AppendBuilder.opening(SESSION, named(top), named(other)));
    append(AppendBuilder.opening(OTHER, named(top)));
    store().journal().delete(SESSION, 2);
    assertThat(store().blobs().sweep(EVENING)).isEmpty();
    assertThat(store().blobs().get(deep)).contains(Bytes.of("deep"));
    assertThat(store().blobs().get(middle)).isPresent();
    assertThat(store().blobs().get(top)).isPresent();
    assertThat(store().blobs().get(other)).isEmpty();
    assertThat(store().blobs().get(lost)).isEmpty();
  }

  @Test
  void unreferencedContentStaysUntilItsTimeIsOver() {
    var fresh = blob("fresh");
    var late = Bytes.of("for ever");
    append(
        AppendBuilder.opening(
            SESSION, named(fresh), named(store().blobs().put(late, Instant.MAX))));
    store().blobs().put(Bytes.of("fresh"), EVENING);
    store().blobs().put(Bytes.of("fresh"), NOON);
    store().journal().delete(SESSION, 2);
    var due = store().blobs().sweep(EVENING.minusSeconds(60)).orElseThrow();
    assertThat(due).isBetween(EVENING, EVENING.plusSeconds(1));
    assertThat(store().blobs().get(fresh)).contains(Bytes.of("fresh"));
    assertThat(store().blobs().sweep(due)).isEmpty();
    assertThat(store().blobs().get(fresh)).isEmpty();
    assertThat(store().blobs().put(late, NOON)).isNotNull();
    assertThat(store().blobs().sweep(Instant.MAX.minusSeconds(1))).isEmpty();
    assertThat(store().blobs().get(Blobs.idOf(late))).contains(late);
  }

  @Test
  void nothingIsSweptBeforeASessionIsDeleted() {
    var unnamed = blob("nobody names this");
    givenSession(SESSION);
    assertThat(store().blobs().sweep(EVENING)).isEmpty();
    assertThat(store().blobs().get(unnamed)).isPresent();
  }

  @Test
  void sweptContentCanBePutAgain() {
    var name = blob("again");
    append(AppendBuilder.opening(SESSION, named(name)));
    store().journal().delete(SESSION, 1);
    assertThat(store().blobs().sweep(EVENING)).isEmpty();
    assertThat(blob("again")).isEqualTo(name);
    assertThat(store().blobs().get(name)).contains(Bytes.of("again"));
  }

  @Test
  void aSweepConcurrentWithNewReferencesLosesNothing() throws Exception {
    for (int round = 0; round < 10; round++) {
      var words = "round " + round;
      var doomed = new SessionId("doomed-" + round);
      var heir = new SessionId("heir-" + round);
      append(AppendBuilder.opening(doomed, named(blob(words))));
      ConcurrentRun.<Void>run(
          4,
          thread ->
              () -> {
                if (thread == 0) {
                  var name = store().blobs().put(Bytes.of(words), EVENING);
                  append(AppendBuilder.opening(heir, named(name)));
                } else if (thread == 1) {
                  store().journal().delete(doomed, 1);
                }
                store().blobs().sweep(NOON.plusSeconds(60));
                return null;
              });
      store().blobs().sweep(EVENING.plusSeconds(60));
      assertThat(store().blobs().get(Blobs.idOf(Bytes.of(words)))).contains(Bytes.of(words));
    }
  }

  /// A session with four events and one row of everything.
  private BlobId givenSessionWithEverything() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "later"));
    append(AppendBuilder.after(1, SESSION, "a").accepting(RUN, KEY).consuming("i-1"));
    append(
        AppendBuilder.after(2, SESSION, "b")
            .with(new Catalog.Change.MessageTaken(STEERED, RUN, "digest")));
    append(AppendBuilder.after(3, SESSION, "c").with(asking(blob("preview"))));
    store().journal().trim(SESSION, new Snapshot(4, Bytes.of("s")), List.of(new EventRange(1, 1)));
    return keep(SESSION, "output");
  }

  private static Catalog.Change asking(BlobId preview) {
    return new Catalog.Change.ApprovalOpened(
        new EffectId(1),
        RUN,
        NOON,
        new ToolCall("c-1", "bash", Text.of("{}")),
        "why",
        "g",
        new Text.Stored(preview, 7),
        ApprovalEligibility.ANYBODY);
  }

  private BlobId keep(SessionId session, String words) {
    try (var upload = store().artifacts().startUpload(session, NOON)) {
      upload.add(Bytes.of(words));
      return upload.finish().name();
    }
  }

  /// Content that need not be referenced before noon.
  private BlobId blob(String words) {
    return store().blobs().put(Bytes.of(words), NOON);
  }

  private BlobId deflated(String before, BlobId name) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes)) {
      out.write(Bytes.of(before).array());
      out.write(HexFormat.of().parseHex(name.sha256()));
      out.write('.');
    }
    return store().blobs().put(Bytes.of(bytes.toByteArray()), NOON);
  }

  private static String named(BlobId name) {
    return "{\"blob\":\"%s\"}".formatted(name.sha256());
  }
}
