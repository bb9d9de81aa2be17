package dev.drover.tools.file;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.change.FileChangeTool;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Replaces text in a file. An edit is not idempotent, so recovery first checks whether it was
/// made.
public final class EditTool extends FileChangeTool {
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

  /// @param guarded files and folders that require approval before a change
  public EditTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(CallArguments arguments) throws ToolRefusal {
    return List.of(arguments.text("path"));
  }

  @Override
  public Plan plan(CallContext context) throws ToolRefusal, IOException {
    var place = context.workspace().resolve(context.arguments().text("path"));
    var edit =
        PlannedEdit.plan(place, EditRequest.of(context.arguments()), context.call().redactor());
    var shown = place.displayPath();
    return new Plan(
        List.of(edit.rewrite()),
        "Edited '%s' (%s).\n%s".formatted(shown, edit.found(), edit.diff()),
        "%s (%s)\n%s".formatted(shown, edit.found(), edit.wholeDiff()));
  }
}
