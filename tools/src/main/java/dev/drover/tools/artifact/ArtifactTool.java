package dev.drover.tools.artifact;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Artifacts.Artifact;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Shows lines of an artifact: all of them from somewhere on, or those that match.
public final class ArtifactTool extends WorkspaceTool {
  /// Like git, and like grep: a zero byte near the beginning tells text from everything else.
  private static final int LOOKED_AT = 8 * 1024;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "artifact",
          """
          Shows an output that was too large for the conversation, with line numbers. A call shows \
          at most 2,000 lines and 50 KiB; the last line of the answer says how to continue. A line \
          of more than 2,000 characters counts as several.\
          """,
          """
          {"type":"object","properties":{\
          "name":{"type":"string","description":"as it stands in the shortened output"},\
          "offset":{"type":"integer","minimum":1,"description":"first line to look at"},\
          "limit":{"type":"integer","minimum":1,"maximum":2000,"description":"how many lines"},\
          "pattern":{"type":"string",\
          "description":"a regular expression: show only lines in which it is found"}},\
          "required":["name"],"additionalProperties":false}\
          """,
          new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));

  public ArtifactTool() {
    super(SPEC);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    int offset = job.arguments().number("offset", new Range(1, Integer.MAX_VALUE), 1);
    int limit = job.arguments().number("limit", new Range(1, Page.MAX_LINES), Page.MAX_LINES);
    var page = new Page(offset, limit, pattern(job.arguments()));
    var artifacts = job.call().artifacts();
    var artifact = find(artifacts, job.arguments().text("name"));
    mustBeText(artifacts, artifact);
    try (var text =
        new InputStreamReader(new ArtifactBytes(artifacts, artifact), StandardCharsets.UTF_8)) {
      return page.of(text);
    }
  }

  private static @Nullable Pattern pattern(Arguments arguments) throws Obstacle {
    var expression = arguments.text("pattern", "");
    try {
      return expression.isEmpty() ? null : Pattern.compile(expression);
    } catch (PatternSyntaxException malformed) {
      throw new Obstacle(
          "`pattern` is not a regular expression: %s near character %d. Correct it and try again."
              .formatted(malformed.getDescription(), malformed.getIndex() + 1));
    }
  }

  private static Artifact find(Artifacts artifacts, String name) throws Obstacle {
    var found = artifacts.find(name);
    if (found.isEmpty()) {
      throw new Obstacle(
          """
          There is no artifact '%s' in this session. Give the name as it stands in the shortened \
          output, 8 letters of it at least. If it is right, the artifact was dropped: they are \
          kept for 7 days unless the user chose otherwise. Then make the output again.\
          """
              .formatted(Printable.of(name)));
    }
    return found.get();
  }

  private static void mustBeText(Artifacts artifacts, Artifact artifact) throws Obstacle {
    for (byte b : artifacts.read(artifact, 0, LOOKED_AT)) {
      if (b == 0) {
        throw new Obstacle(
            "artifact %s is binary (%d bytes), so it is not shown. Make an output that is text."
                .formatted(artifact.shortName(), artifact.bytes()));
      }
    }
  }
}
