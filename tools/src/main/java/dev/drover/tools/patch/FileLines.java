package dev.drover.tools.patch;

import dev.drover.tools.text.MatchLeniency;
import dev.drover.tools.workspace.ToolRefusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The lines of a file, each with its line end, so that no byte is lost.
///
/// A line has a raw form, and a normalized form for each [MatchLeniency], without its line end and
/// without a byte order mark before the first line.
final class FileLines {
  private static final String MARK = "\uFEFF";

  private final List<String> raw;
  private final Map<MatchLeniency, List<String>> normalizedLines =
      new EnumMap<>(MatchLeniency.class);

  private FileLines(List<String> raw) {
    this.raw = List.copyOf(raw);
  }

  static FileLines of(String shown, byte[] bytes) throws ToolRefusal {
    try {
      return new FileLines(
          split(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()));
    } catch (CharacterCodingException _) {
      throw new ToolRefusal(
          "'%s' is not UTF-8 text, so it cannot be patched without damage. ".formatted(shown)
              + "Use a program that knows its encoding.");
    }
  }

  private static List<String> split(String text) {
    var lines = new ArrayList<String>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(at, end));
      at = end;
    }
    return lines;
  }

  List<String> raw() {
    return raw;
  }

  int size() {
    return raw.size();
  }

  List<String> normalizedLines(MatchLeniency leniency) {
    return normalizedLines.computeIfAbsent(leniency, _ -> normalizedLines(raw, leniency));
  }

  static List<String> normalizedLines(List<String> lines, MatchLeniency leniency) {
    return lines.stream().map(line -> leniency.normalize(content(line))).toList();
  }

  /// A line without its line end and byte order mark.
  static String content(String line) {
    int end = line.length();
    end = end > 0 && line.charAt(end - 1) == '\n' ? end - 1 : end;
    end = end > 0 && line.charAt(end - 1) == '\r' ? end - 1 : end;
    return line.substring(line.startsWith(MARK) ? 1 : 0, end);
  }

  /// The line end used around this line.
  String endAt(int line) {
    if (line < raw.size() && raw.get(line).endsWith("\n")) {
      return raw.get(line).endsWith("\r\n") ? "\r\n" : "\n";
    }
    long wide = raw.stream().filter(each -> each.endsWith("\r\n")).count();
    return wide * 2 > raw.size() ? "\r\n" : "\n";
  }

  boolean hasMark() {
    return !raw.isEmpty() && raw.getFirst().startsWith(MARK);
  }

  boolean endsWithNewline() {
    return raw.isEmpty() || raw.getLast().endsWith("\n");
  }

  /// Joins other lines to a file that begins and ends as this one does.
  ///
  /// @param last whether the last line end was not given exactly
  String join(List<String> lines, boolean last) {
    var text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      boolean open = i < lines.size() - 1 && !lines.get(i).endsWith("\n");
      text.append(lines.get(i)).append(open ? endAt(0) : "");
    }
    if (last && !text.isEmpty()) {
      boolean ended = text.charAt(text.length() - 1) == '\n';
      if (ended && !endsWithNewline()) {
        boolean wide = text.length() > 1 && text.charAt(text.length() - 2) == '\r';
        text.setLength(text.length() - (wide ? 2 : 1));
      } else if (!ended && endsWithNewline()) {
        text.append(endAt(0));
      }
    }
    return text.toString();
  }

  static String withMark(String text) {
    return text.startsWith(MARK) ? text : MARK + text;
  }
}
