package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BLOB;
import static dev.drover.codec.form.FieldNames.BYTES;
import static dev.drover.codec.form.FieldNames.MEDIA;
import static dev.drover.codec.form.FieldNames.MEDIA_TYPE;
import static dev.drover.codec.form.FieldNames.NAME;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Media;
import java.util.ArrayList;
import java.util.List;

/// References to images and documents. Omitted if there are none.
final class MediaForm {
  private MediaForm() {}

  static void write(JsonWriter out, List<Media> media) {
    if (media.isEmpty()) {
      return;
    }
    out.name(MEDIA);
    out.openList();
    for (var item : media) {
      out.open();
      out.field(MEDIA_TYPE, item.type());
      out.field(BLOB, item.content().sha256());
      out.field(BYTES, item.bytes());
      if (!item.name().isEmpty()) {
        out.field(NAME, item.name());
      }
      out.close();
    }
    out.closeList();
  }

  static List<Media> read(JsonReader in) {
    if (!in.has(MEDIA)) {
      return List.of();
    }
    var media = new ArrayList<Media>();
    in.enterList();
    while (in.nextElement()) {
      in.enter();
      media.add(in.leave(readNext(in)));
    }
    return media;
  }

  private static Media readNext(JsonReader in) {
    var type = in.string(MEDIA_TYPE);
    var content = new BlobId(in.string(BLOB));
    long bytes = in.number(BYTES);
    var name = in.stringOrNull(NAME);
    return new Media(type, content, bytes, name == null ? "" : name);
  }
}
