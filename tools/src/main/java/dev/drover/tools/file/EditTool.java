package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.change.ChangingTool;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Replaces a text in a file. Making the same edit twice is not the same as making it once, so a
/// recovery first finds out whether it was made.
public final class EditTool extends ChangingTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "edit",
          """
          Replaces a text in a file. `old` must be in the file once, with its white space, unless \
          replaceAll is set. `new` is taken literally.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace"},\
          "old":{"type":"string","minLength":1,"description":"the text to replace"},\
          "new":{"type":"string","description":"what to put there"},\
          "replaceAll":{"type":"boolean","description":"replace it wherever it is"}},\
          "required":["path","old","new"],"additionalProperties":false}\
          """,
          new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.IN_ORDER));

  public EditTool() {
    this(List.of());
  }

  /// @param guarded files and folders that are asked about before they are changed
  public EditTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(Arguments arguments) throws Obstacle {
    return List.of(arguments.text("path"));
  }

  @Override
  public Plan plan(Job job) throws Obstacle, IOException {
    var place = job.workspace().place(job.arguments().text("path"));
    var edit = Edit.plan(place, Replacement.of(job.arguments()), job.call().redactor());
    var shown = place.shown();
    return new Plan(
        List.of(edit.rewrite()),
        "Edited '%s' (%s).\n%s".formatted(shown, edit.found(), edit.diff()),
        "%s (%s)\n%s".formatted(shown, edit.found(), edit.wholeDiff()));
  }
}
