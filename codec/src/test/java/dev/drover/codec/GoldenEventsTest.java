package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenEventsTest {
  private static final GoldenFiles FILES = new GoldenFiles("v1");
  private static final Map<String, RecordedEvent> EVENTS = GoldenEvents.all();

  private final EventCodec codec = new EventCodec();

  static Set<String> names() {
    return EVENTS.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  @Tag("A7")
  void anEventIsWrittenExactlyAsItsGoldenFile(String name) {
    var lines = codec.encode(GoldenEvents.SESSION, List.of(event(name)));

    assertThat(lines).hasSize(1);
    assertThat(new String(lines.getFirst(), UTF_8)).isEqualTo(new String(FILES.read(name), UTF_8));
    assertThat(lines.getFirst()).isEqualTo(FILES.read(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyGoldenFileReadsAsItsEvent(String name) {
    assertThat(codec.decode(FILES.read(name))).isEqualTo(event(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void theNameOfAnEventIsTheOneInItsGoldenFile(String name) {
    assertThat(new String(FILES.read(name), UTF_8))
        .contains("\"%s\"".formatted(EventCodec.nameOf(event(name).event())));
  }

  @Test
  void eventsEncodedTogetherKeepTheirOrder() {
    var entries = List.copyOf(EVENTS.values());
    var lines = codec.encode(GoldenEvents.SESSION, entries);

    assertThat(lines).hasSize(entries.size());
    assertThat(lines.stream().map(codec::decode)).isEqualTo(entries);
  }

  @Test
  void everyGoldenFileIsRead() {
    assertThat(EVENTS.keySet()).isEqualTo(FILES.names());
  }

  @Test
  void everyEventOfTheKernelHasAGoldenFile() {
    var without = new TreeSet<String>();
    for (var event : RecordKinds.of(Event.class)) {
      var type = snakeCase(event.getSimpleName());
      if (FILES.names().stream().noneMatch(name -> name.split("-", -1)[0].equals(type))) {
        without.add(type);
      }
    }
    assertThat(without).as("events without a file in golden/v1").isEmpty();
  }

  @Test
  void everyKindOfValueInAnEventIsInAGoldenFile() {
    var shown = new TreeSet<String>();
    EVENTS.values().forEach(entry -> RecordKinds.collect(entry.event(), shown));

    assertThat(RecordKinds.inside(Event.class)).isNotEmpty();
    assertThat(RecordKinds.inside(Event.class)).as("kinds in no golden file").isSubsetOf(shown);
  }

  private static RecordedEvent event(String name) {
    return Objects.requireNonNull(EVENTS.get(name));
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
