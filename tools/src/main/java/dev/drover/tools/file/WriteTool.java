package dev.drover.tools.file;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.change.ChangingTool;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.change.Rewrite;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.text.Diff;
import dev.drover.tools.text.Difference;
import dev.drover.tools.work.Arguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts a file in place, whole, or adds to its end. A recovery just writes again: what was
/// announced before tells it whether it is done already.
public final class WriteTool extends ChangingTool {

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

  /// @param guarded files and folders that are asked about before they are changed
  public WriteTool(List<Path> guarded) {
    super(SPEC, guarded);
  }

  @Override
  public List<String> paths(Arguments arguments) throws Obstacle {
    return List.of(arguments.text("path"));
  }

  @Override
  public Plan plan(Job job) throws Obstacle, IOException {
    var arguments = job.arguments();
    var place = job.workspace().place(arguments.text("path"));
    Lookup.mayBecomeFile(place);
    var before = Snapshot.of(place);
    var content =
        MaskedContent.of(job.call().redactor(), place, before).restore(arguments.text("content"));
    if (arguments.isSet("append")) {
      return append(place, before, content, arguments.length("expectedLength"));
    }
    if (arguments.length("expectedLength") >= 0) {
      throw new Obstacle("`expectedLength` is for append. Set append, or leave it away.");
    }
    var deed = before instanceof Snapshot.Missing ? "Created" : "Replaced";
    return new Plan(
        List.of(Rewrite.of(place, before, bytes(content))),
        "%s '%s' (%s).".formatted(deed, place.shown(), size(content)),
        "%s (%s)\n%s".formatted(place.shown(), size(content), difference(before, content)));
  }

  /// @param expected how long the file must be; negative if that was not said
  private static Plan append(Place place, Snapshot before, String content, long expected)
      throws Obstacle {
    var old =
        switch (before) {
          case Snapshot.Missing _ -> new byte[0];
          case Snapshot.Held held -> held.content().array();
          case Snapshot.Large _ ->
              throw new Obstacle(
                  "'%s' is larger than %d MiB, too large to append to. Use a program."
                      .formatted(place.shown(), Snapshot.MAX_HELD / 1024 / 1024));
        };
    var more = bytes(content);
    if (expected >= 0 && isThere(old, more, expected)) {
      return new Plan(
          List.of(Rewrite.of(place, before, old)),
          "Already there: '%s' has %d bytes and ends with this content."
              .formatted(place.shown(), old.length),
          "%s has this content at its end already".formatted(place.shown()));
    }
    if (expected >= 0 && expected != old.length) {
      throw new Obstacle(
          "'%s' has %d bytes, not %d. Nothing was written. Read its end, then append what is missing."
              .formatted(place.shown(), old.length, expected));
    }
    var whole = Arrays.copyOf(old, old.length + more.length);
    System.arraycopy(more, 0, whole, old.length, more.length);
    return new Plan(
        List.of(Rewrite.of(place, before, whole)),
        "Appended to '%s' (%s); it has %d bytes now."
            .formatted(place.shown(), size(content), whole.length),
        "%s (%s, appended to %d bytes)\n%s"
            .formatted(place.shown(), size(content), old.length, whole(content)));
  }

  private static boolean isThere(byte[] old, byte[] more, long expected) {
    return old.length == expected + more.length
        && more.length > 0
        && Arrays.equals(old, old.length - more.length, old.length, more, 0, more.length);
  }

  private static String difference(Snapshot before, String content) {
    return switch (before) {
      case Snapshot.Held held -> {
        var old = new String(held.content().array(), StandardCharsets.UTF_8);
        var rows = new ArrayList<String>();
        var changes = Difference.between(unixEnds(old), unixEnds(content));
        if (!changes.isEmpty()) {
          rows.add(Diff.whole(unixEnds(old), changes));
        }
        rows.addAll(lineEnds(old, content));
        yield rows.isEmpty() ? "[no difference]" : String.join("\n", rows);
      }
      case Snapshot.Missing _, Snapshot.Large _ -> whole(content);
    };
  }

  /// A difference that no line shows.
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
