package dev.drover.tools.file;

import dev.drover.spi.secret.SecretRedactor;
import dev.drover.tools.change.FileRewrite;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.text.DiffFormatter;
import dev.drover.tools.text.MatchLeniency;
import dev.drover.tools.text.QuotedText.Result;
import dev.drover.tools.text.TextDocument;
import dev.drover.tools.text.TextSplice;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// An edit that fits the current file and was not made yet.
///
/// @param splices replacements in the document's text
/// @param how the leniency with which the text was found
record PlannedEdit(
    WorkspacePath path,
    FileSnapshot before,
    TextDocument document,
    List<TextSplice> splices,
    MatchLeniency how) {
  private static final int LINES_NAMED = 10;

  static PlannedEdit plan(WorkspacePath place, EditRequest given, SecretRedactor redactor)
      throws ToolRefusal, IOException {
    PathDiagnostics.mustBeFile(place);
    var before = FileSnapshot.of(place);
    var document = TextDocument.of(place.displayPath(), contentOf(place, before));
    var change = given.restored(MaskedContent.of(redactor, place, document.text()));
    return switch (change.quotation().findIn(document.text(), change.overlap())) {
      case Result.Found(var splices, var how) -> {
        if (change.extent() == EditRequest.Extent.ONCE && splices.size() > 1) {
          throw new ToolRefusal(tooOften(place, document, splices, how));
        }
        yield new PlannedEdit(place, before, document, splices, how);
      }
      case Result.NotFound _ -> throw new ToolRefusal(notThere(place, document, change.old()));
      case Result.TooMuch(var start, var how) ->
          throw new ToolRefusal(
              "`old` fits '%s' at line %d only with %s, and takes up far more there than you quoted. "
                      .formatted(place.displayPath(), document.lineOf(start), how.describe())
                  + "Nothing was written. Read the file and copy the text exactly.");
      case Result.UnevenIndentation(var start) ->
          throw new ToolRefusal(
              "`old` fits '%s' at line %d but for its indentation, which differs from line to line. "
                      .formatted(place.displayPath(), document.lineOf(start))
                  + "Nothing was written. Read the file and copy the text exactly.");
    };
  }

  private static byte[] contentOf(WorkspacePath place, FileSnapshot snapshot)
      throws ToolRefusal, IOException {
    return switch (snapshot) {
      case FileSnapshot.Held held -> held.content().array();
      case FileSnapshot.Large _ ->
          throw new ToolRefusal(
              "'%s' is larger than %d MiB, too large for edit. Change it with a program."
                  .formatted(place.displayPath(), FileSnapshot.MAX_HELD / 1024 / 1024));
      case FileSnapshot.Missing _ ->
          throw new ToolRefusal("'%s' is not there. Look with ls.".formatted(place.displayPath()));
    };
  }

  FileRewrite rewrite() {
    return FileRewrite.of(path, before, document.with(splices));
  }

  /// The complete diff, for the person who approves the edit.
  String wholeDiff() {
    return DiffFormatter.whole(document.text(), splices);
  }

  String diff() {
    return DiffFormatter.of(document.text(), splices);
  }

  /// The lines, and how the text was found if it was not found as quoted.
  String found() {
    var places = splices.size() == 1 ? "1 place" : "%d places".formatted(splices.size());
    return how == MatchLeniency.EXACT
        ? places
        : "%s, found with %s".formatted(places, how.describe());
  }

  private static String tooOften(
      WorkspacePath place, TextDocument document, List<TextSplice> splices, MatchLeniency how) {
    var with = how == MatchLeniency.EXACT ? "" : " with " + how.describe();
    return "`old` is in '%s' %d times%s, on lines %s. Nothing was written. "
            .formatted(place.displayPath(), splices.size(), with, lines(document, starts(splices)))
        + "Quote more lines around it so that it fits once, or set replaceAll.";
  }

  private static String notThere(WorkspacePath place, TextDocument document, String old) {
    var advice = "Read the file and copy the text exactly, with its white space.";
    var firstLine = old.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
    var near = firstLine.isEmpty() ? List.<Integer>of() : document.find(firstLine);
    var hint =
        near.isEmpty() || firstLine.equals(old)
            ? ""
            : "Its first line, without indentation, is on line %s. "
                .formatted(lines(document, near));
    return "`old` is in '%s' 0 times. Nothing was written. %s%s"
        .formatted(place.displayPath(), hint, advice);
  }

  private static List<Integer> starts(List<TextSplice> splices) {
    return splices.stream().map(TextSplice::start).toList();
  }

  private static String lines(TextDocument document, List<Integer> starts) {
    var named =
        starts.stream()
            .limit(LINES_NAMED)
            .map(at -> Integer.toString(document.lineOf(at)))
            .collect(Collectors.joining(", "));
    return starts.size() > LINES_NAMED ? named + ", …" : named;
  }
}
