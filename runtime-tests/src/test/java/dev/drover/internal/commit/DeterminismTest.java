package dev.drover.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.value.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.policy.Policy;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DeterminismTest {
  private static final SessionId SESSION = new SessionId("s-same");
  private static final String SCRIPT =
      """
      turns:
        - reasoning: "Look first."
          text: "Looking."
          calls: [ {tool: look, args: {where: here}} ]
        - calls: [ {tool: note}, {tool: missing} ]
          usage: {input: 1200, output: 80, cacheRead: 900}
        - text: "Done."
        - text: "And again."
      """;

  private final AtomicInteger performed = new AtomicInteger();

  private List<Notice.Happened> journal() {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var session =
          drover
              .agent("clerk")
              .model(ScriptedModel.parse(SCRIPT, time))
              .instructions("Be brief.")
              .tools(List.of(counting("look"), counting("note")))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION);
      session.ask("Find it.");
      session.clearHistory();
      session.ask("Find it.");
      return session.page(Cursor.start(SESSION), 1_000).items();
    }
  }

  private FakeTool counting(String name) {
    return FakeTool.unsafe(
        name,
        _ -> {
          performed.incrementAndGet();
          return FakeAgents.done(name + " ok");
        });
  }

  @Test
  @Tag("A7")
  void aFixedClockSequentialIdsAndAScriptGiveTheSameBytesTwice() {
    assertThat(journal())
        .extracting(Notice.Happened::line)
        .isEqualTo(journal().stream().map(Notice.Happened::line).toList())
        .hasSizeGreaterThan(20);
  }

  @Test
  @Tag("B13")
  void aStrictReplayGivesTheSameStateAndPerformsNothing() {
    var entries = journal().stream().map(Notice.Happened::entry).toList();
    int before = performed.get();
    var outcome = Replay.of(entries);
    assertThat(outcome).isInstanceOf(ReplayReport.class);
    assertThat(performed).hasValue(before);
  }
}
