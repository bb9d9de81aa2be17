package dev.drover.tools.look;

import dev.drover.kernel.BlobId;
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

/// A look as bytes: the whole of it, or what is different from another one that is kept already.
/// Most commands change little, so most looks are small.
final class LookForm {
  private static final int VERSION = 1;
  private static final int DIGEST_BYTES = 32;
  private static final char FOLDER = 'd';
  private static final char REPOSITORY = 'g';
  private static final char LINK = 'l';
  private static final char READ = 'r';
  private static final char UNREAD = 'u';
  private static final HexFormat HEX = HexFormat.of();

  private LookForm() {}

  /// Another look, and where it is kept.
  record Whole(BlobId name, Look look) {}

  static byte[] write(Look look, @Nullable Whole base) {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
      out.writeByte(VERSION);
      out.writeBoolean(base != null);
      if (base != null) {
        out.write(HEX.parseHex(base.name().sha256()));
      }
      write(out, look.exclusions());
      write(out, look.missed());
      var entries = new TreeMap<>(look.entries());
      var gone = new ArrayList<String>();
      if (base != null) {
        base.look().entries().forEach((path, seen) -> entries.remove(path, seen));
        gone.addAll(base.look().entries().keySet());
        gone.removeAll(look.entries().keySet());
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

  /// @param kept finds the look that this one is based on
  static Look read(byte[] form, Function<BlobId, byte[]> kept) {
    try (var in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(form)))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new IllegalStateException(
            "a look of version %d, and only %d can be read".formatted(version, VERSION));
      }
      var entries =
          in.readBoolean()
              ? read(kept.apply(readName(in)), kept).entries()
              : new TreeMap<String, Seen>();
      var exclusions = readText(in);
      var missed = new TreeSet<>(readTexts(in));
      readTexts(in).forEach(entries::remove);
      for (int left = in.readInt(); left > 0; left--) {
        entries.put(readText(in), readSeen(in));
      }
      return new Look(entries, missed, exclusions);
    } catch (IOException damaged) {
      throw new IllegalStateException("a look cannot be read", damaged);
    }
  }

  private static void write(DataOutputStream out, Seen seen) throws IOException {
    switch (seen) {
      case Seen.Folder(var repository) -> out.writeByte(repository ? REPOSITORY : FOLDER);
      case Seen.Link(var target) -> {
        out.writeByte(LINK);
        write(out, target);
      }
      case Seen.File(var mode, var bytes, var modified, var content) -> {
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

  private static Seen readSeen(DataInputStream in) throws IOException {
    char kind = (char) in.readByte();
    return switch (kind) {
      case FOLDER -> new Seen.Folder(false);
      case REPOSITORY -> new Seen.Folder(true);
      case LINK -> new Seen.Link(readText(in));
      case READ, UNREAD ->
          new Seen.File(
              readText(in),
              in.readLong(),
              Instant.ofEpochSecond(in.readLong(), in.readInt()),
              kind == READ ? readName(in) : null);
      default -> throw new IOException("a look has '%s' where a kind belongs".formatted(kind));
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
