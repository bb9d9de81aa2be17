package dev.drover.testkit.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Encodes a turn in one protocol. Written from the providers' public documentation.
interface WireEncoder {
  JsonMapper JSON = JsonMapper.builder().build();
  Pattern WORD = Pattern.compile("\\S+\\s*|\\s+");

  List<StreamFrame> frames(WireTurn turn);

  /// The body of an error.
  ///
  /// @param code as the provider spells it
  String error(int status, String code, String message);

  /// An error in the middle of a stream.
  StreamFrame broken(String code, String message);

  /// An event that no client knows.
  StreamFrame unknown();

  static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /// Splits a text into small pieces, none of which is JSON by itself.
  static List<String> smallChunks(String text) {
    var chunks = new ArrayList<String>();
    for (int i = 0; i < text.length(); ) {
      int end = text.offsetByCodePoints(i, Math.min(5, text.codePointCount(i, text.length())));
      chunks.add(text.substring(i, end));
      i = end;
    }
    return chunks;
  }
}
