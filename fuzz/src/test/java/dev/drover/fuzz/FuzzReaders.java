package dev.drover.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// All readers of untrusted text.
enum FuzzReaders {
  CODEC(3_000),
  SCRIPT(2_000),
  CONFIG(1_000),
  PATCH(400),
  PATH(2_000),
  SHELL(2_000),
  SSE(1_000),
  RPC_LINES(1_000),
  ARGUMENTS(1_500),
  FRONT_MATTER(600);

  private final int cases;

  /// @param cases number of inputs generated per build, so that all readers together take a few
  ///   seconds
  FuzzReaders(int cases) {
    this.cases = cases;
  }

  int cases() {
    return cases;
  }

  /// Creates a target, which may have a folder of its own.
  FuzzTarget target() {
    return switch (this) {
      case CODEC -> new CodecTarget();
      case SCRIPT -> new ScriptTarget();
      case CONFIG -> new ConfigTarget();
      case PATCH -> new PatchTarget();
      case PATH -> new PathTarget();
      case SHELL -> new ShellTarget();
      case SSE -> new SseTarget();
      case RPC_LINES -> new RpcLinesTarget();
      case ARGUMENTS -> new ArgumentsTarget();
      case FRONT_MATTER -> new FrontMatterTarget();
    };
  }

  /// Words with a special meaning for the reader.
  List<String> words() {
    return switch (this) {
      case CODEC ->
          List.of("null", "-1", "1e9", "\"v\":2", "{", "[", "\\u0000", "\\ud800", "\"is\":");
      case SCRIPT ->
          List.of("turns:\n", "- text: ", "calls: ", "args: ", "&a ", "*a", "!!int ", "[", "{");
      case CONFIG ->
          List.of(
              "providers:\n", "keyEnv: A", "keyCommand: a", "baseUrl: http://", "&a ", "*a", "[");
      case PATCH ->
          List.of(
              "*** Begin Patch\n", "*** End Patch\n", "*** Add File: ", "@@\n", "../", "out/", "-");
      case PATH -> List.of("../", "./", "out", "in/", "loop/", "//", "/", "\0", "~");
      case SHELL ->
          List.of(
              "$(", ")", "'", "\"", "`", "<<E\n", "\nE\n", "${x:-", "}", "\\\n", "; ", "case ",
              "((");
      case SSE ->
          List.of(
              "data: ", "event: ", "\n\n", "\r\n", "\r", "[DONE]", "null", "-1", "\"\"", "{}",
              "[]");
      case RPC_LINES ->
          List.of(
              "\n",
              "\"jsonrpc\":\"2.0\"",
              "\"id\":1",
              "\"method\":\"m\"",
              "\"result\":",
              "\"error\":",
              "null",
              "[",
              "{",
              "\\ud800",
              "1e999",
              "\u0000");
      case ARGUMENTS ->
          List.of(
              "{",
              "[",
              "null",
              "1e999",
              "-0",
              "1.0",
              "\"\\ud800\"",
              "99999999999999999999",
              "\"\"");
      case FRONT_MATTER ->
          List.of(
              "---\n", "name: ", "tools: ", "description: a\n", "&a ", "*a", "[", "{", "true", "~");
    };
  }

  /// The folder of its inputs: valid ones to start from, and each that once caused a failure.
  Path corpus() {
    return Path.of("src/test/resources/corpus", name().toLowerCase(Locale.ROOT));
  }
}
