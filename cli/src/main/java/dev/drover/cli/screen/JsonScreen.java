package dev.drover.cli.screen;

import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import java.util.List;

/// One JSON object a line and nothing else. A durable event is the bytes that are on the disk; a
/// fragment has `after` instead of `seq`.
public final class JsonScreen implements Screen {
  private final Printer out;

  public JsonScreen(Printer out) {
    this.out = out;
  }

  @Override
  public void see(SessionId session, Notice notice) {
    out.json(
        switch (notice) {
          case Notice.Happened happened -> happened.line().toString();
          case Notice.Shown shown -> fragment(session, shown).toString();
          case Notice.Missed(var fragments, var events) ->
              new JsonLine()
                  .with("session", session)
                  .with("type", "missed")
                  .with("fragments", fragments)
                  .with("events", events)
                  .toString();
        });
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
