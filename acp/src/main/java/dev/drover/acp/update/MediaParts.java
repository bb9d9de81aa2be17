package dev.drover.acp.update;

import dev.drover.acp.update.EditorUpdate.UserPart;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.query.SessionQueries;
import dev.drover.spi.Bytes;
import java.util.ArrayList;
import java.util.List;

/// Content of messages, read from the store.
record MediaParts(SessionQueries queries) {
  String text(Text text) {
    return queries.read(text);
  }

  /// A picture or recording is shown; other files are named.
  EditorCallContent of(Media media) {
    boolean isShown = media.type().startsWith("image/") || media.type().startsWith("audio/");
    var named = new EditorCallContent.NamedFile(media.name(), media.type(), media.bytes());
    return isShown
        ? queries
            .content(media.content())
            .<EditorCallContent>map(
                data -> new EditorCallContent.MediaData(media.type(), Bytes.of(data)))
            .orElse(named)
        : named;
  }

  List<EditorUpdate> prompt(String message, Message.User prompt) {
    var parts = new ArrayList<EditorUpdate>();
    if (!prompt.text().isEmpty()) {
      parts.add(new UserPart(message, new EditorCallContent.PlainText(text(prompt.text()))));
    }
    prompt.media().forEach(media -> parts.add(new UserPart(message, of(media))));
    return parts;
  }
}
