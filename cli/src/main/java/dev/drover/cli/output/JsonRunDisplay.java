package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Prints one JSON object per line and nothing else. A durable event is printed as stored, plus
/// `preview_text` for a question whose preview is a blob; a delta has `after` instead of `seq`.
public final class JsonRunDisplay implements RunDisplay {
  private final ConsolePrinter out;
  private final Function<Text, String> texts;

  /// @param texts loads a text, wherever it is stored
  public JsonRunDisplay(ConsolePrinter out, Function<Text, String> texts) {
    this.out = out;
    this.texts = texts;
  }

  @Override
  public void show(SessionId session, Notice notice) {
    out.json(
        switch (notice) {
          case Notice.Happened happened -> event(happened);
          case Notice.Shown shown -> fragment(session, shown).toString();
          case Notice.ChildUsage used -> usage(session, used).toString();
          case Notice.Missed(var fragments, var events, var why) ->
              new JsonLine()
                  .with("session", session)
                  .with("type", "missed")
                  .with("fragments", fragments)
                  .with("events", events)
                  .with("why", why.name().toLowerCase(Locale.ROOT))
                  .toString();
        });
  }

  /// A program that approves a call needs the whole preview.
  private String event(Notice.Happened happened) {
    var line = happened.line().toString();
    return happened.event() instanceof Event.ApprovalRequested asked
            && asked.preview() instanceof Text.Stored preview
        ? JsonLine.and(line, "preview_text", texts.apply(preview))
        : line;
  }

  private static JsonLine fragment(SessionId session, Notice.Shown shown) {
    return new JsonLine()
        .with("session", session)
        .with("after", shown.after())
        .with("run", shown.run())
        .with(
            "type",
            switch (shown.delta()) {
              case Delta.TextDelta _ -> "text_delta";
              case Delta.ReasoningDelta _ -> "reasoning_delta";
              case Delta.ToolInputDelta _ -> "tool_input_delta";
              case Delta.ToolOutputDelta _ -> "tool_output_delta";
            })
        .with("text", shown.delta().text())
        .with("effect", shown.effect())
        .with("attempt", shown.attempt());
  }

  private static JsonLine usage(SessionId session, Notice.ChildUsage used) {
    return new JsonLine()
        .with("session", session)
        .with("type", "child_usage")
        .with("effect", used.call())
        .with("child", used.child())
        .with("input", used.usage().input())
        .with("output", used.usage().output())
        .with("cache_read", used.usage().cacheRead())
        .with("cache_write", used.usage().cacheWrite())
        .with("reasoning", used.usage().reasoning());
  }

  @Override
  public void showPending(List<PlannedCall> calls, List<ApprovalQuestion> open) {
    // Earlier events are in the journal; `events` prints them.
  }

  @Override
  public void showQuestion(ApprovalQuestion question) {
    // Events of other sessions are in their journals.
  }

  @Override
  public void showLine(StyledText line) {
    // Only events belong here.
  }
}
