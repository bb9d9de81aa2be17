package dev.drover.codec.form;

import static dev.drover.codec.form.Names.BLOB;
import static dev.drover.codec.form.Names.BYTES;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Text;
import java.util.ArrayList;
import java.util.List;

/// Texts: a string where it is in place, else an object that names the blob. Lists of strings too.
final class TextForm {
  private TextForm() {}

  static void write(JsonWriter out, Name name, Text text) {
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

  static Text read(JsonReader in, Name name) {
    return readNext(in.at(name));
  }

  static Text readNext(JsonReader in) {
    if (in.isString()) {
      return Text.of(in.string());
    }
    in.enter();
    return in.leave(new Text.Stored(new BlobId(in.string(BLOB)), in.number(BYTES)));
  }

  static void write(JsonWriter out, Name name, List<String> texts) {
    out.name(name);
    out.openList();
    for (var text : texts) {
      out.string(text);
    }
    out.closeList();
  }

  /// Leaves the field out where there is nothing in the list.
  static void writeUnlessEmpty(JsonWriter out, Name name, List<String> texts) {
    if (!texts.isEmpty()) {
      write(out, name, texts);
    }
  }

  static List<String> readListOrNone(JsonReader in, Name name) {
    return in.has(name) ? readNextList(in) : List.of();
  }

  static List<String> readList(JsonReader in, Name name) {
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
