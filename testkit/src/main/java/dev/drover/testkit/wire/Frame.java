package dev.drover.testkit.wire;

/// One event of a stream.
///
/// @param event empty for none
record Frame(Part part, String event, String data) {
  enum Part {
    /// Before anything is said.
    HEAD,
    /// Something begins or ends.
    BODY,
    /// Something is said.
    WORD,
    /// Nothing more is said.
    TAIL
  }

  static Frame head(String event, String data) {
    return new Frame(Part.HEAD, event, data);
  }

  static Frame body(String event, String data) {
    return new Frame(Part.BODY, event, data);
  }

  static Frame word(String event, String data) {
    return new Frame(Part.WORD, event, data);
  }

  static Frame tail(String event, String data) {
    return new Frame(Part.TAIL, event, data);
  }

  /// @param end of a line
  String text(String end) {
    return (event.isEmpty() ? "" : "event: " + event + end) + "data: " + data + end + end;
  }
}
