package dev.drover.tools.file;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.change.FileChangeTool;
import dev.drover.tools.change.FileRewrite;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.text.DiffFormatter;
import dev.drover.tools.text.MyersDiff;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes a whole file, or appends to one. Recovery writes again: the earlier announcement shows
/// whether the change was already made.
public final class WriteTool extends FileChangeTool {

  private static final ToolSpec SPEC =
      new ToolSpec(
          "write",
          """
          Writes a file, and the directories above it if they are missing. An existing file is \
          replaced, or with `append` added to; to change a part of one use edit.\
          """,
          """
          {"type":"object","properties":{\
          "path":{"type":"string","description":"relative to the workspace"},\
          "content":{"type":"string","description":"the whole file, or what to append"},\
          "append":{"type":"boolean","description":"add to the end of the file"},\
          "expectedLength":{"type":"integer","minimum":0,"description":"with append: how many \
          bytes the file has now; then appending the same again does nothing"}},\
          "required":["path","content"],"additionalProperties":false}\
          """,
          new CallTerms(
              EffectClass.IDEMPOTENT, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.IN_ORDER));

  public WriteTool() {
    this(List.of());
  }

  /// @param guarded files and folders that require approval before a change
  public WriteTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(CallArguments arguments) throws ToolRefusal {
    return List.of(arguments.text("path"));
  }

  @Override
  public Plan plan(CallContext context) throws ToolRefusal, IOException {
    var arguments = context.arguments();
    var place = context.workspace().resolve(arguments.text("path"));
    PathDiagnostics.mayBecomeFile(place);
    var before = FileSnapshot.of(place);
    var content =
        MaskedContent.of(context.call().redactor(), place, before)
            .restore(arguments.text("content"));
    if (arguments.isSet("append")) {
      return append(place, before, content, arguments.length("expectedLength"));
    }
    if (arguments.length("expectedLength") >= 0) {
      throw new ToolRefusal("`expectedLength` is for append. Set append, or leave it away.");
    }
    var verb = before instanceof FileSnapshot.Missing ? "Created" : "Replaced";
    return new Plan(
        List.of(FileRewrite.of(place, before, bytes(content))),
        "%s '%s' (%s).".formatted(verb, place.displayPath(), size(content)),
        "%s (%s)\n%s".formatted(place.displayPath(), size(content), difference(before, content)));
  }

  /// @param expected required length of the file; negative if not given
  private static Plan append(
      WorkspacePath place, FileSnapshot before, String content, long expected) throws ToolRefusal {
    var old =
        switch (before) {
          case FileSnapshot.Missing _ -> new byte[0];
          case FileSnapshot.Held held -> held.content().array();
          case FileSnapshot.Large _ ->
              throw new ToolRefusal(
                  "'%s' is larger than %d MiB, too large to append to. Use a program."
                      .formatted(place.displayPath(), FileSnapshot.MAX_HELD / 1024 / 1024));
        };
    var more = bytes(content);
    if (expected >= 0 && isThere(old, more, expected)) {
      return new Plan(
          List.of(FileRewrite.of(place, before, old)),
          "Already there: '%s' has %d bytes and ends with this content."
              .formatted(place.displayPath(), old.length),
          "%s has this content at its end already".formatted(place.displayPath()));
    }
    if (expected >= 0 && expected != old.length) {
      throw new ToolRefusal(
          "'%s' has %d bytes, not %d. Nothing was written. Read its end, then append what is missing."
              .formatted(place.displayPath(), old.length, expected));
    }
    var whole = Arrays.copyOf(old, old.length + more.length);
    System.arraycopy(more, 0, whole, old.length, more.length);
    return new Plan(
        List.of(FileRewrite.of(place, before, whole)),
        "Appended to '%s' (%s); it has %d bytes now."
            .formatted(place.displayPath(), size(content), whole.length),
        "%s (%s, appended to %d bytes)\n%s"
            .formatted(place.displayPath(), size(content), old.length, whole(content)));
  }

  private static boolean isThere(byte[] old, byte[] more, long expected) {
    return old.length == expected + more.length
        && more.length > 0
        && Arrays.equals(old, old.length - more.length, old.length, more, 0, more.length);
  }

  private static String difference(FileSnapshot before, String content) {
    return switch (before) {
      case FileSnapshot.Held held -> {
        var old = new String(held.content().array(), StandardCharsets.UTF_8);
        var rows = new ArrayList<String>();
        var changes = MyersDiff.between(unixEnds(old), unixEnds(content));
        if (!changes.isEmpty()) {
          rows.add(DiffFormatter.whole(unixEnds(old), changes));
        }
        rows.addAll(lineEnds(old, content));
        yield rows.isEmpty() ? "[no difference]" : String.join("\n", rows);
      }
      case FileSnapshot.Missing _, FileSnapshot.Large _ -> whole(content);
    };
  }

  /// Describes a difference in line ends, which no diff line shows.
  private static List<String> lineEnds(String old, String content) {
    int before = old.length() - unixEnds(old).length();
    int after = content.length() - unixEnds(content).length();
    return before == after
        ? List.of()
        : List.of("[lines that end with CR LF: %d before, %d after]".formatted(before, after));
  }

  private static String whole(String content) {
    return content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
  }

  private static String unixEnds(String text) {
    return text.replace("\r\n", "\n");
  }

  private static byte[] bytes(String content) {
    return content.getBytes(StandardCharsets.UTF_8);
  }

  private static String size(String content) {
    long lines = content.lines().count();
    return "%d %s, %d bytes".formatted(lines, lines == 1 ? "line" : "lines", bytes(content).length);
  }
}
