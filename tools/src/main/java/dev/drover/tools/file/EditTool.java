package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Input.Finding;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Guarded;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Temporary;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;

/// Replaces a text in a file. Making the same edit twice is not the same as making it once, so a
/// recovery first finds out, with [EditProbe], whether it was made.
public final class EditTool extends WorkspaceTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "edit",
          """
          Replaces a text in a file. `old` must be in the file exactly once, with its white space, \
          unless replaceAll is set. `new` is taken literally.\
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
    super(SPEC);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    var place = job.workspace().place(job.arguments().text("path"));
    Guarded.mustBeChangeable(place);
    var edit = plan(job);
    Lookup.mustBeWritable(edit.place());
    edit.place().replace(edit.result(), Temporary.of(job.call()).file(0));
    int places = edit.places();
    return "Edited '%s' (%d %s).\n%s"
        .formatted(edit.place().shown(), places, places == 1 ? "place" : "places", edit.diff());
  }

  private static Edit plan(Job job) throws Obstacle, IOException {
    var place = job.workspace().place(job.arguments().text("path"));
    return Edit.plan(place, Replacement.of(job.arguments()));
  }

  @Override
  public Finding probe(ToolInvocation call) {
    try {
      var job = Job.of(call);
      var place = job.workspace().place(job.arguments().text("path"));
      var change = Replacement.of(job.arguments());
      return EditProbe.look(place, change, place.sibling(Temporary.of(call).file(0).toString()));
    } catch (Obstacle obstacle) {
      return new Finding.CannotTell(obstacle.text());
    } catch (IOException broken) {
      return new Finding.CannotTell(describe(broken));
    }
  }

  @Override
  public String preview(ToolInvocation call) {
    try {
      var edit = plan(Job.of(call));
      return edit.place().shown() + "\n" + edit.diff();
    } catch (Obstacle obstacle) {
      return "This edit would fail now: " + obstacle.text() + "\n" + call.arguments();
    } catch (IOException broken) {
      return "This edit would fail now: " + describe(broken) + "\n" + call.arguments();
    }
  }
}
