package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The return value of a tool: the outcome of the call, its deferral, a question to a person, or a
/// hand-off that ends the run.
public sealed interface ToolAnswer
    permits ToolOutcome, ToolAnswer.ToolDeferral, ToolQuestion, ToolAnswer.HandOff {

  /// The call continues after the tool has returned: the holder of its
  /// [dev.drover.kernel.value.DeferredCallKey] reports the outcome.
  ///
  /// @param within the time limit; null if there is none
  /// @param slot whether the call keeps its slot among the parallel calls
  /// @param inquiry how the tool is asked for news; null if it is not
  record ToolDeferral(@Nullable Duration within, Slot slot, @Nullable Inquiry inquiry)
      implements ToolAnswer {
    public ToolDeferral(@Nullable Duration within, Slot slot) {
      this(within, slot, null);
    }

    public ToolDeferral {
      NullChecks.nonNull(slot, "ToolDeferral.slot");
      if (within != null && !within.isPositive()) {
        throw new IllegalArgumentException("within: must be positive, not " + within);
      }
      within = within == null ? null : WaitLimit.cap(within);
    }

    /// Whether other calls may begin while this one is carried out elsewhere.
    public enum Slot {
      FREED,
      /// The call counts as running until it is settled.
      KEPT
    }

    /// The tool is asked for news of the call, at first after some time and then whenever it says,
    /// also in another process. An outcome that is reported under the key of the call counts as
    /// well.
    ///
    /// @param handle the tool's name for the work elsewhere; journaled as it is
    /// @param first the time until the tool is asked for the first time
    public record Inquiry(String handle, Duration first) {
      /// The maximum size of a handle in UTF-8.
      public static final int MOST_BYTES = 4 * 1024;

      public Inquiry {
        NullChecks.nonNull(handle, "Inquiry.handle");
        NullChecks.nonNull(first, "Inquiry.first");
        int bytes = handle.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
          throw new IllegalArgumentException(
              "Inquiry.handle: %d bytes, at most %d are kept".formatted(bytes, MOST_BYTES));
        }
        if (!first.isPositive()) {
          throw new IllegalArgumentException("Inquiry.first: must be positive, not " + first);
        }
        first = WaitLimit.cap(first);
      }
    }

    /// The same deferral, and the tool is asked for news.
    public ToolDeferral asking(String handle, Duration first) {
      return new ToolDeferral(within, slot, new Inquiry(handle, first));
    }

    /// At the time limit the call is settled with an unknown outcome.
    public static ToolDeferral within(Duration time) {
      return new ToolDeferral(time, Slot.FREED);
    }

    public static ToolDeferral untilCompleted() {
      return new ToolDeferral(null, Slot.FREED);
    }

    /// As [#untilCompleted], and no other call of the turn takes its slot.
    public static ToolDeferral keepingSlot() {
      return new ToolDeferral(null, Slot.KEPT);
    }
  }

  /// The continuation of a conversation in a new session, which begins with all earlier messages. A
  /// tool that returns it ends its run.
  ///
  /// @param successor the new session
  /// @param run the first run there
  /// @param agent of the new session
  /// @param prompt of that run
  record HandOff(SessionId successor, RunId run, String agent, String workspace, Text prompt)
      implements ToolAnswer {
    public HandOff {
      NullChecks.nonNull(successor, "HandOff.successor");
      NullChecks.nonNull(run, "HandOff.run");
      NullChecks.nonNull(agent, "HandOff.agent");
      NullChecks.nonNull(workspace, "HandOff.workspace");
      NullChecks.nonNull(prompt, "HandOff.prompt");
    }

    private static final int LONGEST = 62;

    private static final String GOES_ON = "The conversation goes on with ";

    /// The message that both models see, before and after the hand-off.
    public Text message() {
      return Text.of(GOES_ON + agent);
    }

    /// The agent that continues, if this text is the message of a hand-off.
    public static Optional<String> agentIn(Text told) {
      return told instanceof Text.Inline(var words) && words.startsWith(GOES_ON)
          ? Optional.of(words.substring(GOES_ON.length()))
          : Optional.empty();
    }

    /// The run in the successor that continues a prompt that was queued here.
    public static RunId continuationRun(RunId waiting) {
      var name = waiting.value();
      return new RunId("h-" + name.substring(Math.max(0, name.length() - LONGEST)));
    }
  }
}
