package dev.drover.tools.patch;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.change.FileChangeTool;
import dev.drover.tools.patch.PatchPlan.Overwrite;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Changes several files at once, all or none.
public final class PatchTool extends FileChangeTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "patch",
          """
          Applies a patch to one or more files, the whole of it or nothing. `patch` is a unified \
          diff (--- a/x, +++ b/x, @@ -1,2 +1,3 @@; git's headers for new, deleted and renamed \
          files too), or this: *** Begin Patch, then for each file *** Add File: p (lines with \
          +), *** Update File: p (optionally *** Move to: q; then @@ or @@ a line above, and \
          lines with ' ', - or +), or *** Delete File: p, and at last *** End Patch.\
          """,
          """
          {"type":"object","properties":{\
          "patch":{"type":"string","minLength":1,"description":"paths in it are relative to the \
          workspace"},\
          "allowOverwrite":{"type":"boolean","description":"a file that is added or moved may \
          replace one that is there"}},\
          "required":["patch"],"additionalProperties":false}\
          """,
          new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.IN_ORDER));

  public PatchTool() {
    this(List.of());
  }

  /// @param guarded files and folders that require approval before a change
  public PatchTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(CallArguments arguments) throws ToolRefusal {
    var paths = new LinkedHashSet<String>();
    for (var file : PatchLineReader.read(arguments.text("patch"))) {
      paths.add(file.path());
      paths.add(file.target());
    }
    return new ArrayList<>(paths);
  }

  @Override
  public Plan plan(CallContext context) throws ToolRefusal, IOException {
    return PatchPlan.of(
        context.workspace(),
        PatchLineReader.read(context.arguments().text("patch")),
        context.arguments().isSet("allowOverwrite") ? Overwrite.ALLOWED : Overwrite.REFUSED,
        context.call().redactor());
  }
}
