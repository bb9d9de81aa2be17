package dev.drover.tools.patch;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.change.ChangingTool;
import dev.drover.tools.patch.PatchPlan.Overwrite;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Changes several files at once, all or none.
public final class PatchTool extends ChangingTool {
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

  /// @param guarded files and folders that are asked about before they are changed
  public PatchTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(Arguments arguments) throws Obstacle {
    var paths = new LinkedHashSet<String>();
    for (var file : PatchText.read(arguments.text("patch"))) {
      paths.add(file.path());
      paths.add(file.target());
    }
    return new ArrayList<>(paths);
  }

  @Override
  public Plan plan(Job job) throws Obstacle, IOException {
    return PatchPlan.of(
        job.workspace(),
        PatchText.read(job.arguments().text("patch")),
        job.arguments().isSet("allowOverwrite") ? Overwrite.ALLOWED : Overwrite.REFUSED,
        job.call().redactor());
  }
}
