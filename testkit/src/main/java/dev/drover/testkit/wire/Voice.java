package dev.drover.testkit.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// How one protocol says a turn. Written from the providers' public documentation.
interface Voice {
  JsonMapper JSON = JsonMapper.builder().build();
  Pattern WORD = Pattern.compile("\\S+\\s*|\\s+");

  List<Frame> frames(WireTurn turn);

  /// The body of an error.
  ///
  /// @param code in the provider's words
  String error(int status, String code, String message);

  /// An error in the middle of a stream.
  Frame broken(String code, String message);

  /// An event that no client knows.
  Frame unknown();

  static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /// In small pieces, none of which is JSON by itself.
  static List<String> crumbs(String text) {
    var crumbs = new ArrayList<String>();
    for (int i = 0; i < text.length(); ) {
      int end = text.offsetByCodePoints(i, Math.min(5, text.codePointCount(i, text.length())));
      crumbs.add(text.substring(i, end));
      i = end;
    }
    return crumbs;
  }
}
