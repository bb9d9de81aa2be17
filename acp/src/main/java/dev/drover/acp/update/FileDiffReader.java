package dev.drover.acp.update;

import dev.drover.acp.update.EditorCallContent.FileDiff;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.value.BlobId;
import dev.drover.query.SessionQueries;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the files of a change as texts. The store does not keep every version, so a version may
/// also come from the disk or from the arguments of the call; its digest shows whether it is the
/// right one. A change that cannot be shown exactly is not shown.
public record FileDiffReader(SessionQueries queries, Path workspace) {
  private static final int MOST = 32;
  private static final int LARGEST = 1 << 20;

  /// @param arguments of the call that made the changes, in JSON
  public List<FileDiff> read(List<FileChange> changes, String arguments) {
    var diffs = new ArrayList<FileDiff>();
    for (var change : changes) {
      if (diffs.size() < MOST) {
        diff(change, arguments).ifPresent(diffs::add);
      }
    }
    return diffs;
  }

  private Optional<FileDiff> diff(FileChange change, String arguments) {
    Path place;
    try {
      place = workspace.resolve(change.path()).normalize();
    } catch (InvalidPathException foreign) {
      return Optional.empty();
    }
    if (change.before() instanceof FileState.Absent) {
      return text(change.after(), place, written(arguments))
          .map(after -> new FileDiff(place.toString(), null, after));
    }
    return text(change.before(), place, List.of())
        .flatMap(before -> diff(change, arguments, place, before));
  }

  private Optional<FileDiff> diff(FileChange change, String arguments, Path place, String before) {
    if (change.after() instanceof FileState.Absent) {
      return Optional.of(new FileDiff(place.toString(), before, ""));
    }
    var possible = new ArrayList<>(written(arguments));
    possible.addAll(edited(arguments, before));
    return text(change.after(), place, possible)
        .filter(after -> !after.equals(before))
        .map(after -> new FileDiff(place.toString(), before, after));
  }

  /// What the tool `write` was given.
  private static List<String> written(String arguments) {
    var content = EditorCallViews.parse(arguments).path("content");
    return content.isString() ? List.of(content.asString()) : List.of();
  }

  /// What the tool `edit` makes of a file.
  private static List<String> edited(String arguments, String before) {
    var given = EditorCallViews.parse(arguments);
    var old = given.path("old").asString("");
    if (old.isEmpty() || !given.path("new").isString()) {
      return List.of();
    }
    return List.of(before.replace(old, given.path("new").asString()));
  }

  /// @return empty if it is not known, or no text
  private Optional<String> text(FileState state, Path place, List<String> possible) {
    return switch (state) {
      case FileState.File(var digest, _, _) ->
          stored(digest)
              .or(() -> onDisk(digest, place))
              .or(() -> possible.stream().filter(text -> is(digest, text)).findFirst());
      case FileState.Absent _,
          FileState.Folder _,
          FileState.Link _,
          FileState.Unread _,
          FileState.Unseen _ ->
          Optional.empty();
    };
  }

  private static boolean is(BlobId digest, String text) {
    return Blobs.idOf(Bytes.of(text)).equals(digest);
  }

  private Optional<String> stored(BlobId digest) {
    return queries.content(digest).flatMap(FileDiffReader::decoded);
  }

  private static Optional<String> onDisk(BlobId digest, Path place) {
    try {
      if (!Files.isRegularFile(place) || Files.size(place) > LARGEST) {
        return Optional.empty();
      }
      var content = Files.readAllBytes(place);
      return Blobs.idOf(Bytes.of(content)).equals(digest) ? decoded(content) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> decoded(byte[] content) {
    if (content.length > LARGEST) {
      return Optional.empty();
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException binary) {
      return Optional.empty();
    }
  }
}
