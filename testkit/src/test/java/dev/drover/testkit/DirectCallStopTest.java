package dev.drover.testkit;

import static dev.drover.testkit.Fakes.endless;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Event;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.ToolReport.Status;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Calls of the host that are stopped before they end by themselves.
@Tag("D4")
@Timeout(60)
final class DirectCallStopTest {
  private static Session session(Drover drover, FakeTool tool) {
    return drover.agent("clerk").model(FakeModel.playing(says("hello"))).tools(tool).build().open();
  }

  @Test
  void aCallThatTakesTooLongFails() {
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
  void aCallIsCancelledByItsNameByItsSessionByInterruptAndByClose() throws Exception {
    try (var drover = Drover.inMemory()) {
      for (var way : Stop.values()) {
        var begun = new CountDownLatch(1);
        var session = session(drover, FakeTool.unsafe("wait", endless(begun)));
        var waiting = DirectCall.start(() -> session.tool("wait", Map.of()));
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
      void stop(Session session, DirectCall call) {
        var name =
            Journals.events(session.drover(), session.id(), Event.DirectCallAccepted.class)
                .getFirst()
                .run();
        assertThat(session.cancel(name)).isTrue();
        assertThat(session.cancel(name)).isFalse();
      }
    },
    SESSION_CANCEL {
      @Override
      void stop(Session session, DirectCall call) {
        assertThat(session.cancel()).isTrue();
        assertThat(session.cancel()).isFalse();
      }
    },
    INTERRUPT {
      @Override
      void stop(Session session, DirectCall call) {
        call.thread().interrupt();
      }
    },
    CLOSE {
      @Override
      void stop(Session session, DirectCall call) {
        session.close();
        assertThatExceptionOfType(SessionClosed.class)
            .isThrownBy(() -> session.tool("wait", Map.of()));
      }
    };

    abstract void stop(Session session, DirectCall call);
  }
}
