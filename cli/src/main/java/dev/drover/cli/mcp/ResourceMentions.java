package dev.drover.cli.mcp;

import dev.drover.Ask;
import dev.drover.Attachment;
import dev.drover.Session;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import java.util.LinkedHashSet;
import java.util.regex.Pattern;

/// Mentions of resources in a prompt, as in `compare @docs:note://one with the code`. What they
/// name is read and sent with the prompt. An `@` before anything else than a server's name is text.
public final class ResourceMentions {
  private static final Pattern MENTION =
      Pattern.compile("(?<![\\w@])@([A-Za-z0-9][A-Za-z0-9_-]{0,31}):(\\S+)");

  /// What ends a sentence does not belong to an address.
  private static final String PUNCTUATION = ".,;:!?)]}'\"";

  private ResourceMentions() {}

  /// @throws dev.drover.problem.DroverException if a server cannot read what is mentioned; then the
  ///   prompt should not be sent
  public static Ask attached(Ask ask, Session session) {
    if (!ask.prompt().contains("@")) {
      return ask;
    }
    var servers = session.mcp().status().keySet();
    var done = new LinkedHashSet<String>();
    var all = ask;
    var mentions = MENTION.matcher(ask.prompt());
    while (mentions.find()) {
      var server = mentions.group(1);
      var uri = address(mentions.group(2));
      if (servers.contains(server) && !uri.isEmpty() && done.add(server + ":" + uri)) {
        for (var content : session.mcp().read(server, uri)) {
          all = all.with(attachment(server, content));
        }
      }
    }
    return all;
  }

  private static String address(String mentioned) {
    int end = mentioned.length();
    while (end > 0 && PUNCTUATION.indexOf(mentioned.charAt(end - 1)) >= 0) {
      end--;
    }
    return mentioned.substring(0, end);
  }

  /// A text of any kind is sent as text.
  private static Attachment attachment(String server, ResourceContent content) {
    var type = content.mediaType().isEmpty() ? "text/plain" : content.mediaType();
    return new Attachment(type, content.content(), server + ":" + content.uri());
  }
}
