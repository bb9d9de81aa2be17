package dev.drover.cli.screen;

import dev.drover.kernel.Event;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// One JSON object a line and nothing else. A durable event is what is on the disk, and with a
/// question whose preview is kept outside comes `preview_text`; a fragment has `after` instead of
/// `seq`.
public final class JsonScreen implements Screen {
  private final Printer out;
  private final Function<Text, String> texts;

  /// @param texts reads a text, wherever it is kept
  public JsonScreen(Printer out, Function<Text, String> texts) {
    this.out = out;
    this.texts = texts;
  }

  @Override
  public void see(SessionId session, Notice notice) {
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

  /// A program that answers must have all of what it says yes to.
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
  public void catchUp(List<PlannedCall> calls, List<Question> open) {
    // What happened before is in the journal; `events` prints it.
  }

  @Override
  public void asked(Question question) {
    // Events of other sessions are in their journals.
  }

  @Override
  public void say(StyledText line) {
    // Only events belong here.
  }
}
