package dev.drover.internal.direct;

import static dev.drover.fixture.FakeAgents.endless;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.value.EffectClass;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.DirectTools.ToolReport.Status;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Direct calls that are stopped before they end.
@Tag("D4")
@Timeout(60)
final class DirectCallStopTest {
  private static Session session(Drover drover, FakeTool tool) {
    return drover.agent("clerk").model(FakeModel.playing(says("hello"))).tools(tool).build().open();
  }

  @Test
  void aDirectCallThatTimesOutFails() {
    var begun = new CountDownLatch(1);
    var spec =
        new ToolSpec(
            "wait",
            "Waits.",
            "{\"type\":\"object\"}",
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL),
            Duration.ofMillis(50),
            1_000);
    try (var drover = Drover.inMemory()) {
      var session = session(drover, new FakeTool(spec, endless(begun)));
      var report = session.tool("wait", Map.of());
      assertThat(report.status()).isEqualTo(Status.FAILED);
      assertThat(report.text()).contains("timed out");
    }
  }

  @Test
  @Tag("B4")
  void aDirectCallIsCancelledByIdBySessionByInterruptAndByClose() throws Exception {
    try (var drover = Drover.inMemory()) {
      for (var way : Stop.values()) {
        var begun = new CountDownLatch(1);
        var session = session(drover, FakeTool.unsafe("wait", endless(begun)));
        var waiting = BackgroundDirectCall.start(() -> session.tool("wait", Map.of()));
        begun.await();
        way.stop(session, waiting);
        assertThat(waiting.get().status()).as(way.name()).isEqualTo(Status.CANCELLED);
      }
    }
  }

  /// Each way to stop a call.
  private enum Stop {
    NAME {
      @Override
      void stop(Session session, BackgroundDirectCall call) {
        var name =
            WholeJournals.events(session.drover(), session.id(), Event.DirectCallAccepted.class)
                .getFirst()
                .run();
        assertThat(session.cancel(name)).isTrue();
        assertThat(session.cancel(name)).isFalse();
      }
    },
    SESSION_CANCEL {
      @Override
      void stop(Session session, BackgroundDirectCall call) {
        assertThat(session.cancel()).isTrue();
        assertThat(session.cancel()).isFalse();
      }
    },
    INTERRUPT {
      @Override
      void stop(Session session, BackgroundDirectCall call) {
        call.thread().interrupt();
      }
    },
    CLOSE {
      @Override
      void stop(Session session, BackgroundDirectCall call) {
        session.close();
        assertThatExceptionOfType(SessionClosed.class)
            .isThrownBy(() -> session.tool("wait", Map.of()));
      }
    };

    abstract void stop(Session session, BackgroundDirectCall call);
  }
}
