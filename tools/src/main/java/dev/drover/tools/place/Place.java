package dev.drover.tools.place;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// A path in a workspace, with no link on the way to it when it was resolved. Every method walks
/// there again from the root, and refuses a link that was put in since.
///
/// @param inside relative to the root; empty for the root itself
public record Place(Path root, Path inside) {
  private static final Path HERE = Path.of("");
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  public enum Kind {
    MISSING,
    FILE,
    FOLDER,
    /// It was none when the path was resolved.
    LINK,
    /// A pipe, a socket, a device.
    SPECIAL
  }

  /// A name in a folder.
  public record Entry(String name, Kind kind) {}

  /// @param total how many names there are, shown or not
  public record Listing(List<Entry> first, int total) {}

  /// For people and models.
  public String shown() {
    return isRoot() ? "." : inside.toString();
  }

  /// For records: `/` between names, whatever the system writes there.
  public String path() {
    return isRoot()
        ? "."
        : StreamSupport.stream(inside.spliterator(), false)
            .map(Path::toString)
            .collect(Collectors.joining("/"));
  }

  public Place parent() {
    return new Place(root, inside.getParent() == null ? HERE : inside.getParent());
  }

  public Place sibling(String name) {
    return new Place(root, parent().inside().resolve(name));
  }

  public boolean isRoot() {
    return inside.toString().isEmpty();
  }

  public Kind kind() throws IOException {
    if (isRoot()) {
      return Kind.FOLDER;
    }
    try (var folder = openParent()) {
      return kindOf(folder, name());
    } catch (NoSuchFileException | NotDirectoryException _) {
      return Kind.MISSING;
    }
  }

  /// The first names of this folder in their order; of a huge one no more than these are held.
  public Listing list(int most) throws IOException {
    try (var folder = Folder.open(root, inside)) {
      var first = new TreeMap<String, Kind>();
      int total = 0;
      for (var names = folder.names(); names.hasNext(); total++) {
        var name = names.next().getFileName();
        first.put(name.toString(), kindOf(folder, name));
        if (first.size() > most) {
          first.pollLastEntry();
        }
      }
      return new Listing(
          first.entrySet().stream().map(e -> new Entry(e.getKey(), e.getValue())).toList(), total);
    }
  }

  public InputStream read() throws IOException {
    try (var folder = openParent()) {
      return Channels.newInputStream(folder.open(name(), READ));
    }
  }

  public long size() throws IOException {
    try (var folder = openParent()) {
      return folder.attributes(name()).size();
    }
  }

  /// Whether the file's mode says that nobody may write to it.
  public boolean isReadOnly() throws IOException {
    try (var folder = openParent()) {
      return folder
          .mode(name())
          .map(
              mode ->
                  !mode.contains(PosixFilePermission.OWNER_WRITE)
                      && !mode.contains(PosixFilePermission.GROUP_WRITE)
                      && !mode.contains(PosixFilePermission.OTHERS_WRITE))
          .orElse(false);
    }
  }

  /// @return as `rwxr-x---`; empty where files have no such mode
  public String mode() throws IOException {
    try (var folder = openParent()) {
      return folder.mode(name()).map(PosixFilePermissions::toString).orElse("");
    }
  }

  /// @param mode as `rwxr-x---`
  public void setMode(String mode) throws IOException {
    try (var folder = openParent()) {
      folder.setMode(name(), PosixFilePermissions.fromString(mode));
      folder.sync();
    }
  }

  /// When the content was changed last.
  public Instant modified() throws IOException {
    try (var folder = openParent()) {
      return folder.attributes(name()).lastModifiedTime().toInstant();
    }
  }

  /// What a link says. Nothing is done there, so it does no harm that this goes by the path.
  public String linkTarget() throws IOException {
    return Files.readSymbolicLink(root.resolve(inside)).toString();
  }

  /// Puts a link here in one step, whatever file was here before.
  ///
  /// @param temporary a name in the root, free for this; see [#makeFolder]
  public void link(String target, Path temporary) throws IOException {
    try (var top = Folder.open(root, HERE);
        var above = openParent()) {
      deleteIfThere(top, temporary);
      Files.createSymbolicLink(root.resolve(temporary), Path.of(target));
      try {
        top.move(temporary, above, name());
      } catch (IOException failed) {
        deleteIfThere(top, temporary);
        throw failed;
      }
      above.sync();
    }
  }

  /// Writes a file that [#install] moves here. It is on the disk when this returns.
  ///
  /// @param mode as `rwxr-x---`; empty for what the system gives a new file
  /// @param temporary name of a file in the same folder, free for this
  public void prepare(byte[] content, String mode, Path temporary) throws IOException {
    var permissions =
        mode.isEmpty() ? Set.<PosixFilePermission>of() : PosixFilePermissions.fromString(mode);
    // From the first byte on nobody can read what could not be read before.
    var attributes =
        permissions.isEmpty()
            ? new FileAttribute<?>[0]
            : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    try (var folder = openParent()) {
      // Deleted, not overwritten: it might be another name of a file outside.
      deleteIfThere(folder, temporary);
      try (var channel = folder.open(temporary, CREATE, attributes)) {
        for (var buffer = ByteBuffer.wrap(content); buffer.hasRemaining(); ) {
          channel.write(buffer);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      if (!permissions.isEmpty()) {
        folder.setMode(temporary, permissions);
      }
    }
  }

  /// Moves a file here in one step: whoever looks sees the old one or the new one, whole.
  public void install(Path temporary) throws IOException {
    try (var folder = openParent()) {
      folder.move(temporary, folder, name());
      folder.sync();
    }
  }

  /// Takes away what [#prepare] left, if it did.
  public void discard(Path temporary) throws IOException {
    try (var folder = openParent()) {
      deleteIfThere(folder, temporary);
    }
  }

  /// Deletes a file, or a link that took its place; never a folder.
  public void delete() throws IOException {
    try (var folder = openParent()) {
      folder.delete(name());
      folder.sync();
    }
  }

  /// The folders above that are not there, the uppermost first.
  public List<Place> missingFolders() throws IOException {
    var missing = new ArrayDeque<Place>();
    for (var above = parent(); above.kind() == Kind.MISSING; above = above.parent()) {
      missing.push(above);
    }
    return List.copyOf(missing);
  }

  /// Makes this folder in one that is there already.
  ///
  /// The system makes a folder by its path only, and any name on the path may become a link at any
  /// moment. So it is made in the root, which is trusted, and moved from there into the folder that
  /// is held.
  ///
  /// @param temporary a name in the root, free for this
  /// @return false if somebody else was faster; what is there is looked at when it is used
  public boolean makeFolder(Path temporary) throws IOException {
    try (var top = Folder.open(root, HERE);
        var above = openParent()) {
      if (kindOf(above, name()) != Kind.MISSING) {
        return false;
      }
      deleteFolderIfThere(top, temporary);
      Files.createDirectory(root.resolve(temporary));
      try {
        top.move(temporary, above, name());
      } catch (IOException failed) {
        deleteFolderIfThere(top, temporary);
        throw failed;
      }
      above.sync();
      return true;
    }
  }

  /// Deletes this folder if nothing is in it.
  ///
  /// @return whether it was deleted
  public boolean deleteIfEmpty() throws IOException {
    try (var above = openParent()) {
      above.deleteFolder(name());
      above.sync();
      return true;
    } catch (DirectoryNotEmptyException | NoSuchFileException _) {
      return false;
    }
  }

  private Folder openParent() throws IOException {
    return Folder.open(root, parent().inside());
  }

  private Path name() {
    return inside.getFileName();
  }

  private static void deleteIfThere(Folder folder, Path name) throws IOException {
    try {
      folder.delete(name);
    } catch (NoSuchFileException _) {
      // That is how it should be.
    }
  }

  private static void deleteFolderIfThere(Folder folder, Path name) throws IOException {
    try {
      folder.deleteFolder(name);
    } catch (NoSuchFileException _) {
      // That is how it should be.
    }
  }

  private static Kind kindOf(Folder folder, Path name) throws IOException {
    try {
      return kindOf(folder.attributes(name));
    } catch (NoSuchFileException _) {
      return Kind.MISSING;
    }
  }

  private static Kind kindOf(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return Kind.LINK;
    }
    if (attributes.isDirectory()) {
      return Kind.FOLDER;
    }
    return attributes.isRegularFile() ? Kind.FILE : Kind.SPECIAL;
  }
}
