package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import dev.drover.spi.Bytes;
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
  record ToolList(long generation, List<McpTool> tools) {
    public static final ToolList NONE = new ToolList(0, List.of());

    public ToolList {
      tools = NullChecks.list(tools, "ToolList.tools");
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
