package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import java.util.ArrayList;
import java.util.List;

/// Bytes that a session gets with an append and that may refer to content.
public record ReferringBytes(SessionId session, Bytes bytes) {
  /// Its events, messages to other sessions, and the texts of approval requests.
  public static List<ReferringBytes> in(Journal.Append append) {
    var all = new ArrayList<ReferringBytes>();
    for (var entry : append.entries()) {
      all.add(new ReferringBytes(append.session(), entry.bytes()));
    }
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.MessageSent(var item)) {
        all.add(new ReferringBytes(item.session(), item.body()));
      } else if (change instanceof Catalog.Change.ApprovalOpened asked) {
        add(all, append, asked.preview());
        add(all, append, asked.call().arguments());
      }
    }
    return all;
  }

  private static void add(List<ReferringBytes> all, Journal.Append append, Text text) {
    if (text instanceof Text.Stored(var blob, _)) {
      all.add(new ReferringBytes(append.session(), Bytes.of(blob.sha256())));
    }
  }
}
