package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BLOB;
import static dev.drover.codec.form.FieldNames.BYTES;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// Texts: a string if inline, else an object that names the blob. Also lists of strings.
final class TextForm {
  private TextForm() {}

  static void write(JsonWriter out, FieldName name, Text text) {
    out.name(name);
    switch (text) {
      case Text.Inline(var value) -> out.string(value);
      case Text.Stored(var blob, var bytes) -> {
        out.open();
        out.field(BLOB, blob.sha256());
        out.field(BYTES, bytes);
        out.close();
      }
    }
  }

  static Text read(JsonReader in, FieldName name) {
    return readNext(in.at(name));
  }

  static Text readNext(JsonReader in) {
    if (in.isString()) {
      return Text.of(in.string());
    }
    in.enter();
    return in.leave(new Text.Stored(new BlobId(in.string(BLOB)), in.number(BYTES)));
  }

  static void write(JsonWriter out, FieldName name, List<String> texts) {
    out.name(name);
    out.openList();
    for (var text : texts) {
      out.string(text);
    }
    out.closeList();
  }

  /// Omits the field if the list is empty.
  static void writeUnlessEmpty(JsonWriter out, FieldName name, List<String> texts) {
    if (!texts.isEmpty()) {
      write(out, name, texts);
    }
  }

  static List<String> readListOrNone(JsonReader in, FieldName name) {
    return in.has(name) ? readNextList(in) : List.of();
  }

  static List<String> readList(JsonReader in, FieldName name) {
    return readNextList(in.at(name));
  }

  private static List<String> readNextList(JsonReader in) {
    var texts = new ArrayList<String>();
    in.enterList();
    while (in.nextElement()) {
      texts.add(in.string());
    }
    return texts;
  }
}
