package dev.drover.tools.snapshot;

import dev.drover.kernel.value.BlobId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/// Encodes a snapshot: as a whole, or as the difference from another stored one. Most commands
/// change little, so most encoded snapshots are small.
final class SnapshotCodec {
  private static final int VERSION = 1;
  private static final int DIGEST_BYTES = 32;
  private static final char FOLDER = 'd';
  private static final char REPOSITORY = 'g';
  private static final char LINK = 'l';
  private static final char READ = 'r';
  private static final char UNREAD = 'u';
  private static final HexFormat HEX = HexFormat.of();

  private SnapshotCodec() {}

  /// Another snapshot, and the id under which it is stored.
  record Whole(BlobId name, WorkspaceSnapshot snapshot) {}

  static byte[] write(WorkspaceSnapshot snapshot, @Nullable Whole base) {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
      out.writeByte(VERSION);
      out.writeBoolean(base != null);
      if (base != null) {
        out.write(HEX.parseHex(base.name().sha256()));
      }
      write(out, snapshot.exclusions());
      write(out, snapshot.missed());
      var entries = new TreeMap<>(snapshot.entries());
      var gone = new ArrayList<String>();
      if (base != null) {
        base.snapshot().entries().forEach((path, seen) -> entries.remove(path, seen));
        gone.addAll(base.snapshot().entries().keySet());
        gone.removeAll(snapshot.entries().keySet());
      }
      write(out, gone);
      out.writeInt(entries.size());
      for (var entry : entries.entrySet()) {
        write(out, entry.getKey());
        write(out, entry.getValue());
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("writing to memory failed", impossible);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  /// @param kept loads the snapshot that this one is based on
  static WorkspaceSnapshot read(byte[] form, Function<BlobId, byte[]> kept) {
    try (var in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(form)))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new IllegalStateException(
            "a snapshot has version %d, and only %d can be read".formatted(version, VERSION));
      }
      var entries =
          in.readBoolean()
              ? read(kept.apply(readName(in)), kept).entries()
              : new TreeMap<String, SnapshotEntry>();
      var exclusions = readText(in);
      var missed = new TreeSet<>(readTexts(in));
      readTexts(in).forEach(entries::remove);
      for (int left = in.readInt(); left > 0; left--) {
        entries.put(readText(in), readSeen(in));
      }
      return new WorkspaceSnapshot(entries, missed, exclusions);
    } catch (IOException damaged) {
      throw new IllegalStateException("a snapshot cannot be read", damaged);
    }
  }

  private static void write(DataOutputStream out, SnapshotEntry seen) throws IOException {
    switch (seen) {
      case SnapshotEntry.Folder(var repository) -> out.writeByte(repository ? REPOSITORY : FOLDER);
      case SnapshotEntry.Link(var target) -> {
        out.writeByte(LINK);
        write(out, target);
      }
      case SnapshotEntry.File(var mode, var bytes, var modified, var content) -> {
        out.writeByte(content == null ? UNREAD : READ);
        write(out, mode);
        out.writeLong(bytes);
        out.writeLong(modified.getEpochSecond());
        out.writeInt(modified.getNano());
        if (content != null) {
          out.write(HEX.parseHex(content.sha256()));
        }
      }
    }
  }

  private static SnapshotEntry readSeen(DataInputStream in) throws IOException {
    char kind = (char) in.readByte();
    return switch (kind) {
      case FOLDER -> new SnapshotEntry.Folder(false);
      case REPOSITORY -> new SnapshotEntry.Folder(true);
      case LINK -> new SnapshotEntry.Link(readText(in));
      case READ, UNREAD ->
          new SnapshotEntry.File(
              readText(in),
              in.readLong(),
              Instant.ofEpochSecond(in.readLong(), in.readInt()),
              kind == READ ? readName(in) : null);
      default ->
          throw new IOException("a snapshot has '%s' instead of an entry kind".formatted(kind));
    };
  }

  private static void write(DataOutputStream out, Collection<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (var text : texts) {
      write(out, text);
    }
  }

  private static Collection<String> readTexts(DataInputStream in) throws IOException {
    var texts = new ArrayList<String>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(readText(in));
    }
    return texts;
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    var bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static BlobId readName(DataInputStream in) throws IOException {
    var bytes = new byte[DIGEST_BYTES];
    in.readFully(bytes);
    return new BlobId(HEX.formatHex(bytes));
  }
}
