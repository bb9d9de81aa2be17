package dev.drover.codec.json;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads one JSON object, field by field, in the order in which the caller asks.
///
/// A caller that asks in the order in which the fields were written pays for one comparison a
/// field, and nothing is built but the values it wants. A field that does not come next is looked
/// for among the others of its object: any order is right. Fields nobody asks for are passed over,
/// but what is not JSON is refused wherever it stands. Of two fields with one name, one counts.
///
/// Methods that read throw [Malformed]; [#place] then says at which field. For one thread.
public final class JsonReader {
  private final JsonScanner json;
  private Frame frame = new Frame(null, 0);

  public JsonReader(byte[] json) {
    this.json = new JsonScanner(json);
  }

  /// An object that has been begun. The outermost stands for the document.
  private static final class Frame {
    final @Nullable Frame outer;

    /// Where its first field begins.
    final int inside;

    /// Whether each field was found where the one before ended. What is looked for next then cannot
    /// lie behind.
    boolean inOrder = true;

    /// The field that was asked for last.
    @Nullable Name asked;

    Frame(@Nullable Frame outer, int inside) {
      this.outer = outer;
      this.inside = inside;
    }
  }

  /// Begins the object that comes next.
  public void enter() {
    json.expect('{', "an object is expected");
    frame = new Frame(frame, json.at());
  }

  /// Ends the object, past whatever of it was not asked for.
  ///
  /// @param read what was made of it
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

  /// Begins the list that comes next; [#nextElement] goes through it to its end.
  public void enterList() {
    json.expect('[', "a list is expected");
  }

  public boolean nextElement() {
    return json.skipsToElement();
  }

  /// Whether the field is there. If so, its value is what comes next.
  public boolean has(Name name) {
    if (!json.skipsNext(name, frame.inside) && !finds(name)) {
      return false;
    }
    frame.asked = name;
    return true;
  }

  private boolean finds(Name name) {
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

  /// Puts what comes next at the value of the field, which must be there.
  ///
  /// @return this
  public JsonReader at(Name name) {
    if (!has(name)) {
      frame.asked = name;
      throw new Malformed("missing");
    }
    return this;
  }

  /// Whether what comes next is a string.
  public boolean isString() {
    return json.isAt('"');
  }

  public String string() {
    return json.string();
  }

  public String string(Name name) {
    return at(name).string();
  }

  public @Nullable String stringOrNull(Name name) {
    return has(name) ? json.string() : null;
  }

  public long number(Name name) {
    return at(name).json.number();
  }

  public long number(Name name, long otherwise) {
    return has(name) ? json.number() : otherwise;
  }

  public int smallNumber(Name name) {
    return at(name).smallNumber();
  }

  public int smallNumber() {
    long value = json.number();
    if (value != (int) value) {
      throw new Malformed("out of range: " + value);
    }
    return (int) value;
  }

  public Instant instant(Name name) {
    return at(name).json.instant();
  }

  public @Nullable Instant instantOrNull(Name name) {
    return has(name) ? json.instant() : null;
  }

  /// Reads what [JsonWriter#ordinal] writes.
  public long ordinal(char prefix) {
    return json.ordinal(prefix);
  }

  /// The field at which reading stands, as a path such as `outcome.text`; empty outside of any.
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
