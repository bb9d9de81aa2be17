package dev.drover.testkit.wire;

/// One event of a stream.
///
/// @param event empty for none
record StreamFrame(Part part, String event, String data) {
  enum Part {
    /// Before any content.
    HEAD,
    /// A piece of content begins or ends.
    BODY,
    /// Content.
    WORD,
    /// After all content.
    TAIL
  }

  static StreamFrame head(String event, String data) {
    return new StreamFrame(Part.HEAD, event, data);
  }

  static StreamFrame body(String event, String data) {
    return new StreamFrame(Part.BODY, event, data);
  }

  static StreamFrame word(String event, String data) {
    return new StreamFrame(Part.WORD, event, data);
  }

  static StreamFrame tail(String event, String data) {
    return new StreamFrame(Part.TAIL, event, data);
  }

  /// @param end the line ending
  String text(String end) {
    return (event.isEmpty() ? "" : "event: " + event + end) + "data: " + data + end + end;
  }
}
