package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.AgentTool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A connection to one server, which may come and go. Safe for use by many threads.
///
/// Laws:
/// 1. A server that dies loses its tools and nothing else; the connection tries to reach it again,
///    a bounded number of times, until it is closed.
/// 2. The methods without [IOException] never throw and never wait for the server, except
///    [#awaitSettled].
/// 3. When [#close] returns, no process, thread or request of the connection is left. It may be
///    called several times.
public interface McpConnection extends AutoCloseable {
  McpServer server();

  McpStatus status();

  /// Waits until the first attempt to connect has succeeded or failed.
  ///
  /// @return whether that is so
  boolean awaitSettled(Duration limit) throws InterruptedException;

  /// The tools that can be called now; none while the server cannot be reached.
  ToolList tools();

  /// The prompts that the server offers.
  List<Prompt> prompts() throws IOException, InterruptedException;

  /// The text of a prompt, as the server fills it in.
  String prompt(String name, Map<String, String> arguments)
      throws IOException, InterruptedException;

  /// Whether the server says that it has resources; false while it cannot be reached.
  boolean offersResources();

  List<Resource> resources() throws IOException, InterruptedException;

  /// @param uri one of [#resources], or one that follows a template of the server
  List<ResourceContent> read(String uri) throws IOException, InterruptedException;

  /// Drops the connection and begins again with the first attempt.
  void reconnect();

  @Override
  void close();

  /// A snapshot of the tools.
  ///
  /// @param generation greater for each list that differs from the previous one
  /// @param tools in a stable order
  record ToolList(long generation, List<ServerTool> tools) {
    public static final ToolList NONE = new ToolList(0, List.of());

    public ToolList {
      tools = NullChecks.list(tools, "ToolList.tools");
    }
  }

  /// A tool of a server.
  ///
  /// A call that was judged on another definition is refused by the runtime; the tool need not
  /// check that.
  ///
  /// @param name as the server says it
  /// @param digest the SHA-256, in hex, of the canonical form of the identity of the server and the
  ///   whole definition of the tool: two definitions have the same digest only if they are the same
  /// @param definition readable, with a line for each part, so that two of them can be compared
  /// @param tool its name is [ServerTool#nameFor] of the server and the name
  record ServerTool(String name, String digest, String definition, AgentTool tool) {
    private static final int LONGEST = 64;
    private static final int HASH_DIGITS = 8;

    public ServerTool {
      NullChecks.nonNull(name, "ServerTool.name");
      NullChecks.nonNull(digest, "ServerTool.digest");
      NullChecks.nonNull(definition, "ServerTool.definition");
      NullChecks.nonNull(tool, "ServerTool.tool");
    }

    /// The name under which a model calls the tool: `mcp__server__tool`. A name with other
    /// characters, or one that is too long, is changed and ends with a part of its hash.
    public static String nameFor(McpServer server, String tool) {
      var whole = "mcp__%s__%s".formatted(server.name(), tool);
      var plain = whole.replaceAll("[^A-Za-z0-9_-]", "_");
      if (plain.equals(whole) && whole.length() <= LONGEST && !tool.isEmpty()) {
        return whole;
      }
      var hash = Blobs.idOf(Bytes.of(whole)).sha256().substring(0, HASH_DIGITS);
      int kept = Math.min(plain.length(), LONGEST - HASH_DIGITS - 1);
      return plain.substring(0, kept) + "_" + hash;
    }
  }

  /// @param arguments that it takes
  record Prompt(String name, String description, List<PromptArgument> arguments) {
    public Prompt {
      NullChecks.nonNull(name, "Prompt.name");
      NullChecks.nonNull(description, "Prompt.description");
      arguments = NullChecks.list(arguments, "Prompt.arguments");
    }
  }

  record PromptArgument(String name, String description, boolean required) {
    public PromptArgument {
      NullChecks.nonNull(name, "PromptArgument.name");
      NullChecks.nonNull(description, "PromptArgument.description");
    }
  }

  /// @param mediaType empty if it is not known
  record Resource(String uri, String name, String description, String mediaType) {
    public Resource {
      NullChecks.nonNull(uri, "Resource.uri");
      NullChecks.nonNull(name, "Resource.name");
      NullChecks.nonNull(description, "Resource.description");
      NullChecks.nonNull(mediaType, "Resource.mediaType");
    }
  }

  /// @param mediaType empty if it is not known
  /// @param content the bytes; those of a text are in UTF-8
  record ResourceContent(String uri, String mediaType, Bytes content) {
    public ResourceContent {
      NullChecks.nonNull(uri, "ResourceContent.uri");
      NullChecks.nonNull(mediaType, "ResourceContent.mediaType");
      NullChecks.nonNull(content, "ResourceContent.content");
    }
  }
}
