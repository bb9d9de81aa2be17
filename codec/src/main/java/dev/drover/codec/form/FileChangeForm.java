package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AT;
import static dev.drover.codec.form.FieldNames.BLOB;
import static dev.drover.codec.form.FieldNames.BYTES;
import static dev.drover.codec.form.FieldNames.CHANGES;
import static dev.drover.codec.form.FieldNames.COPY;
import static dev.drover.codec.form.FieldNames.FROM;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.MODE;
import static dev.drover.codec.form.FieldNames.PATH;
import static dev.drover.codec.form.FieldNames.TARGET;
import static dev.drover.codec.form.FieldNames.TO;
import static dev.drover.codec.form.FieldNames.WHY;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.value.BlobId;
import java.util.ArrayList;
import java.util.List;

/// Files before and after a call.
final class FileChangeForm {
  private FileChangeForm() {}

  static void write(JsonWriter out, List<FileChange> changes) {
    out.name(CHANGES);
    out.openList();
    for (var change : changes) {
      out.open();
      out.field(PATH, change.path());
      write(out, FROM, change.before());
      write(out, TO, change.after());
      out.close();
    }
    out.closeList();
  }

  static List<FileChange> readList(JsonReader in) {
    var changes = new ArrayList<FileChange>();
    in.at(CHANGES).enterList();
    while (in.nextElement()) {
      in.enter();
      changes.add(in.leave(new FileChange(in.string(PATH), readSide(in, FROM), readSide(in, TO))));
    }
    return changes;
  }

  private static void write(JsonWriter out, FieldName name, FileState side) {
    out.name(name);
    out.open();
    switch (side) {
      case FileState.Absent _ -> out.field(IS, "absent");
      case FileState.Folder _ -> out.field(IS, "folder");
      case FileState.Link(var target) -> {
        out.field(IS, "link");
        out.field(TARGET, target);
      }
      case FileState.File(var digest, var mode, var copy) -> {
        out.field(IS, "file");
        out.field(BLOB, digest.sha256());
        out.field(MODE, mode);
        out.field(COPY, EnumNames.of(copy));
      }
      case FileState.Unread(var bytes, var modified, var mode) -> {
        out.field(IS, "unread");
        out.field(BYTES, bytes);
        out.field(AT, modified);
        out.field(MODE, mode);
      }
      case FileState.Unseen(var why) -> {
        out.field(IS, "unseen");
        out.field(WHY, why);
      }
    }
    out.close();
  }

  private static FileState readSide(JsonReader in, FieldName name) {
    in.at(name).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "absent" -> FileChange.ABSENT;
          case "folder" -> new FileState.Folder();
          case "link" -> new FileState.Link(in.string(TARGET));
          case "file" ->
              new FileState.File(
                  new BlobId(in.string(BLOB)), in.string(MODE), EnumNames.copy(in.string(COPY)));
          case "unread" -> new FileState.Unread(in.number(BYTES), in.instant(AT), in.string(MODE));
          case "unseen" -> new FileState.Unseen(in.string(WHY));
          default -> throw EnumNames.unknown(is);
        });
  }
}
