package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.RunId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The first end of a run is final.
@Tag("A5")
class LateFactLawTest {
  @Test
  void eventsAboutAFinishedRunChangeOnlyTheCount() {
    WalkRunner.keep(
        walk -> {
          var overs = new ArrayList<Event.OfRun>();
          var current = new ArrayList<Event.OfRun>();
          for (var moment : walk.commits()) {
            for (var event : moment.events()) {
              if (event instanceof Event.OfRun about
                  && !(event instanceof Event.RunAccepted || event instanceof Event.PromptQueued)
                  && !about.run().value().startsWith("direct-")) {
                current.add(about);
              }
              if (event instanceof Event.RunFinished end) {
                overs.clear();
                current.stream().filter(about -> about.run().equals(end.run())).forEach(overs::add);
                current.removeAll(overs);
              }
            }
            assertNothingChanges(moment.after(), overs);
          }
        });
  }

  private static void assertNothingChanges(SessionState state, List<Event.OfRun> late) {
    var position = state.position();
    var recorded = state;
    for (var event : late) {
      recorded =
          recorded.after(new RecordedEvent(recorded.position().seq() + 1, position.at(), event));
    }
    assertThat(recorded)
        .isEqualTo(
            state.at(
                new JournalPosition(
                    position.seq() + late.size(), position.at(), position.effects())));
  }

  @Test
  @Tag("D4")
  void eventsAboutAnEndedDirectCallChangeOnlyTheCount() {
    WalkRunner.keep(
        walk -> {
          var told = new ArrayList<Event.OfRun>();
          for (var moment : walk.commits()) {
            for (var event : moment.events()) {
              if (event instanceof Event.OfRun about
                  && !(event instanceof Event.DirectCallAccepted)
                  && about.run().value().startsWith("direct-")) {
                told.add(about);
              }
            }
            var state = moment.after();
            assertNothingChanges(
                state, told.stream().filter(event -> state.direct(event.run()).isEmpty()).toList());
          }
        });
  }

  @Test
  void aRunEndsOnce() {
    WalkRunner.keep(
        walk -> {
          var ended = new ArrayList<RunId>();
          var accepted = new ArrayList<RunId>();
          var promised = new ArrayList<RunId>();
          for (var event : walk.events()) {
            if (event instanceof Event.SessionForked) {
              // Active and queued work ends in the source.
              accepted.retainAll(ended);
              promised.clear();
            }
            if (event instanceof Event.RunAccepted begin && !promised.remove(begin.run())) {
              accepted.add(begin.run());
            }
            if (event instanceof Event.PromptQueued begin) {
              accepted.add(begin.run());
              promised.add(begin.run());
            }
            if (event instanceof Event.RunFinished end) {
              ended.add(end.run());
            }
          }
          assertThat(ended).doesNotHaveDuplicates();
          walk.end().running().map(RunState::run).ifPresent(ended::add);
          walk.end().backlog().queue().forEach(queued -> ended.add(queued.run()));
          assertThat(ended).containsExactlyInAnyOrderElementsOf(accepted);
        });
  }
}
