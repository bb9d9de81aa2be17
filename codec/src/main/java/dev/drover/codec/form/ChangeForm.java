package dev.drover.codec.form;

import static dev.drover.codec.form.Names.AT;
import static dev.drover.codec.form.Names.BLOB;
import static dev.drover.codec.form.Names.BYTES;
import static dev.drover.codec.form.Names.CHANGES;
import static dev.drover.codec.form.Names.COPY;
import static dev.drover.codec.form.Names.FROM;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.MODE;
import static dev.drover.codec.form.Names.PATH;
import static dev.drover.codec.form.Names.TARGET;
import static dev.drover.codec.form.Names.TO;
import static dev.drover.codec.form.Names.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Side;
import java.util.ArrayList;
import java.util.List;

/// Files before and after a call.
final class ChangeForm {
  private ChangeForm() {}

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

  private static void write(JsonWriter out, Name name, Side side) {
    out.name(name);
    out.open();
    switch (side) {
      case Side.Absent _ -> out.field(IS, "absent");
      case Side.Folder _ -> out.field(IS, "folder");
      case Side.Link(var target) -> {
        out.field(IS, "link");
        out.field(TARGET, target);
      }
      case Side.File(var digest, var mode, var copy) -> {
        out.field(IS, "file");
        out.field(BLOB, digest.sha256());
        out.field(MODE, mode);
        out.field(COPY, Words.of(copy));
      }
      case Side.Unread(var bytes, var modified, var mode) -> {
        out.field(IS, "unread");
        out.field(BYTES, bytes);
        out.field(AT, modified);
        out.field(MODE, mode);
      }
      case Side.Unseen(var why) -> {
        out.field(IS, "unseen");
        out.field(WHY, why);
      }
    }
    out.close();
  }

  private static Side readSide(JsonReader in, Name name) {
    in.at(name).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "absent" -> FileChange.ABSENT;
          case "folder" -> new Side.Folder();
          case "link" -> new Side.Link(in.string(TARGET));
          case "file" ->
              new Side.File(
                  new BlobId(in.string(BLOB)), in.string(MODE), Words.copy(in.string(COPY)));
          case "unread" -> new Side.Unread(in.number(BYTES), in.instant(AT), in.string(MODE));
          case "unseen" -> new Side.Unseen(in.string(WHY));
          default -> throw Words.unknown(is);
        });
  }
}
