package dev.drover.codec.json;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads one JSON object, field by field, in the order in which the caller requests them.
///
/// A caller that requests fields in the order in which they were written pays for one comparison a
/// field, and only the requested values are built. A field that does not come next is searched for
/// among the others of its object: any order is valid. Fields that are not requested are skipped,
/// but invalid JSON is refused everywhere. Of two fields with the same name, one counts.
///
/// Methods that read throw [MalformedJson]; [#place] then returns the field. For one thread.
public final class JsonReader {
  private final JsonScanner json;
  private Frame frame = new Frame(null, 0);

  public JsonReader(byte[] json) {
    this.json = new JsonScanner(json);
  }

  /// An object that has been entered. The outermost frame is the document.
  private static final class Frame {
    final @Nullable Frame outer;

    /// The offset of its first field.
    final int inside;

    /// Whether each field was found directly after the previous one. If so, the next requested
    /// field cannot be before the current position.
    boolean inOrder = true;

    /// The field that was requested last.
    @Nullable FieldName asked;

    Frame(@Nullable Frame outer, int inside) {
      this.outer = outer;
      this.inside = inside;
    }
  }

  /// Enters the next object.
  public void enter() {
    json.expect('{', "an object is expected");
    frame = new Frame(frame, json.at());
  }

  /// Leaves the object, skipping all fields that were not requested.
  ///
  /// @param read the value built from it
  public <T> T leave(T read) {
    var outer = frame.outer;
    if (outer == null) {
      throw new IllegalStateException("no object has been entered");
    }
    frame.asked = null;
    while (json.skipsToName(frame.inside)) {
      json.skipsName(null);
      json.skipValue();
    }
    frame = outer;
    if (outer.outer == null) {
      json.end();
    }
    return read;
  }

  /// Enters the next list; [#nextElement] iterates over it to its end.
  public void enterList() {
    json.expect('[', "a list is expected");
  }

  public boolean nextElement() {
    return json.skipsToElement();
  }

  /// Whether the field is present. If so, its value is read next.
  public boolean has(FieldName name) {
    if (!json.skipsNext(name, frame.inside) && !finds(name)) {
      return false;
    }
    frame.asked = name;
    return true;
  }

  private boolean finds(FieldName name) {
    int here = json.at();
    if (!frame.inOrder) {
      json.moveTo(frame.inside);
    }
    boolean inOrder = frame.inOrder;
    while (json.skipsToName(frame.inside)) {
      if (json.skipsName(name)) {
        frame.inOrder = inOrder;
        return true;
      }
      json.skipValue();
      inOrder = false;
    }
    json.moveTo(here);
    return false;
  }

  /// Moves to the value of the field, which must be present.
  ///
  /// @return this
  public JsonReader at(FieldName name) {
    if (!has(name)) {
      frame.asked = name;
      throw new MalformedJson("missing");
    }
    return this;
  }

  /// Whether the next value is a string.
  public boolean isString() {
    return json.isAt('"');
  }

  public String string() {
    return json.string();
  }

  public String string(FieldName name) {
    return at(name).string();
  }

  public @Nullable String stringOrNull(FieldName name) {
    return has(name) ? json.string() : null;
  }

  public long number(FieldName name) {
    return at(name).json.number();
  }

  public long number(FieldName name, long otherwise) {
    return has(name) ? json.number() : otherwise;
  }

  public int smallNumber(FieldName name) {
    return at(name).smallNumber();
  }

  public int smallNumber() {
    long value = json.number();
    if (value != (int) value) {
      throw new MalformedJson("out of range: " + value);
    }
    return (int) value;
  }

  public Instant instant(FieldName name) {
    return at(name).json.instant();
  }

  public @Nullable Instant instantOrNull(FieldName name) {
    return has(name) ? json.instant() : null;
  }

  /// Reads the form that [JsonWriter#ordinal] writes.
  public long ordinal(char prefix) {
    return json.ordinal(prefix);
  }

  /// The current field, as a path such as `outcome.text`; empty outside of any.
  public String place() {
    var path = new StringBuilder();
    for (@Nullable Frame at = frame; at != null; at = at.outer) {
      if (at.asked != null) {
        path.insert(0, path.isEmpty() ? at.asked.text() : at.asked.text() + ".");
      }
    }
    return path.toString();
  }
}
