package dev.drover.tools.artifact;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess.Artifact;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Shows lines of an artifact: all lines from a given number, or only those that match.
public final class ArtifactTool extends WorkspaceTool {
  /// As in git and grep, a zero byte near the beginning marks content as binary.
  private static final int BINARY_CHECK_BYTES = 8 * 1024;

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
  public String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    int offset = context.arguments().number("offset", new Range(1, Integer.MAX_VALUE), 1);
    int limit =
        context
            .arguments()
            .number("limit", new Range(1, ArtifactPage.MAX_LINES), ArtifactPage.MAX_LINES);
    var page = new ArtifactPage(offset, limit, pattern(context.arguments()));
    var artifacts = context.call().artifacts();
    var artifact = find(artifacts, context.arguments().text("name"));
    mustBeText(artifacts, artifact);
    try (var text =
        new InputStreamReader(
            new ArtifactInputStream(artifacts, artifact), StandardCharsets.UTF_8)) {
      return page.of(text);
    }
  }

  private static @Nullable Pattern pattern(CallArguments arguments) throws ToolRefusal {
    var expression = arguments.text("pattern", "");
    try {
      return expression.isEmpty() ? null : Pattern.compile(expression);
    } catch (PatternSyntaxException malformed) {
      throw new ToolRefusal(
          "`pattern` is not a regular expression: %s near character %d. Correct it and try again."
              .formatted(malformed.getDescription(), malformed.getIndex() + 1));
    }
  }

  private static Artifact find(ArtifactAccess artifacts, String name) throws ToolRefusal {
    var found = artifacts.find(name);
    if (found.isEmpty()) {
      throw new ToolRefusal(
          """
          There is no artifact '%s' in this session. Give the name as it stands in the shortened \
          output, 8 letters of it at least. If it is right, the artifact was dropped: they are \
          kept for 7 days unless the user chose otherwise. Then make the output again.\
          """
              .formatted(PrintableText.of(name)));
    }
    return found.get();
  }

  private static void mustBeText(ArtifactAccess artifacts, Artifact artifact) throws ToolRefusal {
    for (byte b : artifacts.read(artifact, 0, BINARY_CHECK_BYTES)) {
      if (b == 0) {
        throw new ToolRefusal(
            "artifact %s is binary (%d bytes), so it is not shown. Make an output that is text."
                .formatted(artifact.shortName(), artifact.bytes()));
      }
    }
  }
}
