package dev.drover.internal.artifact;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.NotFound.ArtifactNotFound;
import dev.drover.session.SessionArtifacts;
import dev.drover.session.SessionArtifacts.ArtifactRetention;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Store;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.ArtifactStoreWrapper;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.tools.WorkspaceTools;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Large tool outputs of whole runs, through the public API.
@Tag("D3")
@Tag("D14")
final class ArtifactsTest {
  private static final SessionId ONE = new SessionId("s-1");
  private static final SessionId TWO = new SessionId("s-2");
  private static final Pattern NAME = Pattern.compile("is artifact ([0-9a-f]{12})");
  private static final int BUDGET = ToolSpec.DEFAULT_OUTPUT_LIMIT;

  @TempDir Path folder;
  private final VirtualTime time = new VirtualTime();

  enum Kind {
    MEMORY,
    SQLITE
  }

  /// Supplies the same store, opened again.
  private Supplier<Store> stores(Kind kind) {
    var memory = new MemoryStore();
    return switch (kind) {
      case MEMORY -> () -> new CrashingStore(memory, CrashingStore.NEVER_CRASHES);
      case SQLITE -> () -> SqliteStore.open(folder.resolve("store.db"));
    };
  }

  private Drover drover(Store store, ArtifactRetention limits) {
    return Drover.on(store).time(time).artifacts(limits).build();
  }

  /// A session whose tool returns one of these outputs per call.
  private static Session session(Drover drover, SessionId id, String... outputs) {
    var left = new ArrayDeque<>(List.of(outputs));
    var dump = FakeTool.pure("dump", _ -> done(left.removeFirst()));
    var model =
        new FakeModel(
            (request, _) ->
                request.messages().getLast() instanceof Message.ToolResult
                    ? says("seen")
                    : calls("dump"));
    return drover
        .agent("dumper-" + id)
        .model(model)
        .tools(dump)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(id);
  }

  /// The last tool result that the model received.
  private static String shown(Session session) {
    return session.history().reversed().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .map(outcome -> session.read(textOf(outcome)))
        .findFirst()
        .orElseThrow();
  }

  private static Text textOf(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, _) -> text;
      case ToolOutcome.Failed(var text) -> text;
      case ToolOutcome other -> throw new AssertionError("no output: " + other);
    };
  }

  private static String lines(String word, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(n -> word + " " + n + "\n")
        .collect(Collectors.joining());
  }

  private static BlobId nameOf(String content) {
    return Blobs.idOf(Bytes.of(content));
  }

  private static String content(Session session, BlobId name) throws IOException {
    try (var content = session.artifacts().open(name)) {
      return new String(content.readAllBytes(), UTF_8);
    }
  }

  private static List<String> names(Session session) {
    return session.artifacts().list().stream().map(kept -> kept.name().sha256()).toList();
  }

  private static List<String> namesOf(String... contents) {
    return List.of(contents).stream().map(content -> nameOf(content).sha256()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void anOutputOverItsBudgetIsTruncatedAndKeptAsAnArtifact(Kind kind) throws Exception {
    var output = lines("größe", 20_000);
    var stores = stores(kind);
    try (var drover = drover(stores.get(), ArtifactRetention.DEFAULT)) {
      var session = session(drover, ONE, output);
      session.ask("go");
      assertThat(shown(session))
          .startsWith("größe 1\n")
          .endsWith("größe 20000\n")
          .contains("of %d bytes left out; the whole is".formatted(output.getBytes(UTF_8).length));
      assertThat(shown(session).getBytes(UTF_8).length).isBetween(BUDGET - 16, BUDGET);
      var name = NAME.matcher(shown(session));
      assertThat(name.find()).isTrue();
      assertThat(session.artifacts().find(name.group(1)).map(ArtifactRow::name))
          .contains(nameOf(output));
      var address = SessionArtifacts.uri(nameOf(output));
      assertThat(session.artifacts().find(address).map(ArtifactRow::name)).contains(nameOf(output));
      assertThat(session.artifacts().find(URI.create("file:" + nameOf(output).sha256()))).isEmpty();
    }
    try (var drover = drover(stores.get(), ArtifactRetention.DEFAULT)) {
      var session = session(drover, ONE);
      assertThat(names(session)).isEqualTo(namesOf(output));
      assertThat(session.artifacts().list().getFirst().at()).isEqualTo(VirtualTime.START);
      assertThat(content(session, nameOf(output))).isEqualTo(output);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anArtifactIsPrivateToItsSessionsAndStoredOnce(Kind kind) throws Exception {
    var output = lines("secret", 10_000);
    var store = stores(kind).get();
    try (var drover = drover(store, ArtifactRetention.DEFAULT)) {
      session(drover, ONE, output).ask("go");
      var other = session(drover, TWO, output);
      var artifacts = other.artifacts();
      assertThat(artifacts.list()).isEmpty();
      assertThat(artifacts.find(nameOf(output).sha256())).isEmpty();
      assertThatThrownBy(() -> artifacts.open(nameOf(output))).isInstanceOf(ArtifactNotFound.class);
      assertThatThrownBy(() -> artifacts.pin(nameOf(output))).isInstanceOf(ArtifactNotFound.class);
      assertThatThrownBy(() -> artifacts.unpin(nameOf(output)))
          .isInstanceOf(ArtifactNotFound.class)
          .hasMessageContaining("s-2");
      other.ask("go");
      assertThat(content(other, nameOf(output))).isEqualTo(output);
      assertThat(
              store
                  .artifacts()
                  .sweep(new ArtifactStore.Sweep(Instant.MIN, Long.MAX_VALUE))
                  .bytesLeft())
          .isEqualTo(output.length());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnpinnedArtifactIsDroppedAfterSevenDays(Kind kind) throws Exception {
    var old = lines("old", 10_000);
    var pinned = lines("pinned", 10_000);
    var fresh = lines("fresh", 10_000);
    var stores = stores(kind);
    try (var drover = drover(stores.get(), ArtifactRetention.DEFAULT)) {
      var session = session(drover, ONE, old, pinned, fresh);
      session.ask("go");
      session.ask("go");
      session.artifacts().pin(nameOf(pinned));
      time.advance(Duration.ofDays(7));
      session.ask("go");
      assertThat(names(session)).isEqualTo(namesOf(old, pinned, fresh));
    }
    time.advance(Duration.ofSeconds(1));
    try (var drover = drover(stores.get(), ArtifactRetention.DEFAULT)) {
      var session = session(drover, ONE, old);
      assertThat(names(session)).isEqualTo(namesOf(pinned, fresh));
      session.artifacts().unpin(nameOf(pinned));
      time.advance(Duration.ofHours(1));
      session.ask("go");
      assertThat(names(session)).isEqualTo(namesOf(fresh, old));
      assertThat(content(session, nameOf(old))).isEqualTo(old);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOldestUnpinnedArtifactsAreDroppedOverTheCap(Kind kind) {
    var outputs =
        IntStream.rangeClosed(0, 5).mapToObj(n -> ("" + n).repeat(60_000)).toArray(String[]::new);
    var three = new ArtifactRetention(Duration.ofDays(7), 180_000, 60_000);
    try (var drover = drover(stores(kind).get(), three)) {
      var session = session(drover, ONE, outputs);
      for (int n = 0; n <= 2; n++) {
        session.ask("go");
      }
      assertThat(names(session)).isEqualTo(namesOf(outputs[0], outputs[1], outputs[2]));
      session.artifacts().pin(nameOf(outputs[0]));
      session.ask("go");
      assertThat(names(session)).isEqualTo(namesOf(outputs[0], outputs[2], outputs[3]));
      session.ask("go");
      session.ask("go");
      assertThat(names(session)).isEqualTo(namesOf(outputs[0], outputs[4], outputs[5]));
    }
  }

  @Test
  void onlyTheBeginningOfAnOutputTooLargeForAnArtifactIsKept() throws Exception {
    var small = new ArtifactRetention(Duration.ofDays(7), 600_000, 300_001);
    try (var drover = drover(new MemoryStore(), small)) {
      var session = session(drover, ONE, "ä".repeat(200_000));
      session.ask("go");
      assertThat(shown(session)).contains("of 400000 bytes left out; a part is artifact ");
      var kept = session.artifacts().list().getFirst();
      assertThat(content(session, kept.name()))
          .isEqualTo(
              "ä".repeat(150_000)
                  + "\n[… 100000 more bytes were not kept: an artifact holds at most 300001 …]\n");
    }
  }

  @Test
  void anErrorIsTruncatedToTheBudgetToo() {
    try (var drover = drover(new MemoryStore(), ArtifactRetention.DEFAULT)) {
      var message = "no ".repeat(100_000);
      var tool =
          FakeTool.pure(
              "dump",
              _ -> {
                throw new IllegalStateException(message);
              });
      var session =
          drover
              .agent("breaker")
              .model(FakeModel.playing(calls("dump"), says("seen")))
              .tools(tool)
              .policy(Policy.ALLOW_ALL)
              .build()
              .open();
      session.ask("go");
      assertThat(shown(session)).contains("of 300000 bytes left out; the whole is artifact ");
      assertThat(names(session)).isEqualTo(namesOf(message));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theModelPagesThroughAnArtifactByItsName(Kind kind) {
    var dump = FakeTool.pure("dump", _ -> done(lines("row", 50_000)));
    var reader = new FakeModel((request, _) -> reading(request));
    try (var drover = drover(stores(kind).get(), ArtifactRetention.DEFAULT)) {
      var session =
          drover
              .agent("reader")
              .model(reader)
              .tools(WorkspaceTools.readOnly())
              .tools(dump)
              .policy(Policy.ALLOW_ALL)
              .workspace(folder)
              .build()
              .open();
      assertThat(session.ask("go").text())
          .isEqualTo(
              " 31415\trow 31415\n 31416\trow 31416\n"
                  + "[lines 31415 to 31416 of 50000; continue with offset 31417]");
    }
  }

  /// Requests the output, then two of its lines, and repeats what it has read.
  private static ModelReply reading(ModelRequest request) {
    if (!(request.messages().getLast() instanceof Message.ToolResult result)) {
      return calls("dump");
    }
    var text = request.read(textOf(result.outcome()));
    if (result.tool().equals("artifact")) {
      return says(text);
    }
    var name = NAME.matcher(text);
    assertThat(name.find()).isTrue();
    var arguments = "{\"name\":\"%s\",\"offset\":31415,\"limit\":2}".formatted(name.group(1));
    var call = new ContentBlock.Call(new ToolCall("call-2", "artifact", Text.of(arguments)));
    return new ModelReply(List.of(call), StopReason.CALLS, new Usage(1, 1, 0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedUploadLeavesNoArtifactAndTheRunContinues(Kind kind) {
    var store = stores(kind).get();
    try (var drover = drover(new FailingArtifactStore(store), ArtifactRetention.DEFAULT)) {
      var session = session(drover, ONE, lines("lost", 200_000));
      assertThat(session.ask("go").text()).isEqualTo("seen");
      assertThat(shown(session))
          .startsWith("lost 1\n")
          .contains("the whole could not be kept (store_unavailable)")
          .endsWith("lost 200000\n");
      assertThat(session.artifacts().list()).isEmpty();
      assertThat(
              store
                  .artifacts()
                  .sweep(new ArtifactStore.Sweep(Instant.MIN, Long.MAX_VALUE))
                  .bytesLeft())
          .isZero();
    }
  }

  /// A store that fails at the fourth chunk of an artifact.
  private static final class FailingArtifactStore extends StoreWrapper {
    private final Store inner;

    FailingArtifactStore(Store inner) {
      super(inner);
      this.inner = inner;
    }

    @Override
    public ArtifactStore artifacts() {
      return new ArtifactStoreWrapper(inner.artifacts()) {
        @Override
        public Upload startUpload(SessionId session, Instant at) {
          return new Breaking(super.startUpload(session, at));
        }
      };
    }
  }

  private static final class Breaking implements ArtifactStore.Upload {
    private final ArtifactStore.Upload inner;
    private int pieces;

    Breaking(ArtifactStore.Upload inner) {
      this.inner = inner;
    }

    @Override
    public void add(Bytes piece) {
      if (++pieces == 4) {
        throw new PortException(
            new Problem("store_unavailable", "Away", "the store is away", "Try later."), null);
      }
      inner.add(piece);
    }

    @Override
    public ArtifactRow finish() {
      return inner.finish();
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
