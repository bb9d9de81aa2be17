package dev.drover.cli;

/// Model scripts for these tests.
final class CliScripts {
  /// Writes a file, which needs approval, and completes.
  static final String WRITE =
      """
      turns:
        - text: "I will write it."
          calls: [ {tool: write, args: {path: note.txt, content: "hello"}} ]
          usage: {input: 100, output: 20}
        - text: "Done."
          usage: {input: 50, output: 5, cacheRead: 100}
      """;

  /// Reads files, which needs no approval, and answers.
  static final String LOOK =
      """
      turns:
        - text: "Let me look."
          calls: [ {tool: ls} ]
          usage: {input: 100, output: 20}
        - text: "I see."
          usage: {input: 50, output: 5}
      """;

  /// Reads an image, changes a text and deletes a file.
  static final String CHANGE =
      """
      turns:
        - calls: [ {tool: read, args: {path: dot.png}} ]
        - calls:
            - tool: patch
              args:
                patch: |
                  *** Begin Patch
                  *** Update File: b.txt
                  @@
                  -two
                  +zwei
                  *** Delete File: a.bin
                  *** End Patch
        - text: "Done."
      """;

  /// Streams text until it is cancelled.
  static final String ENDLESS =
      """
      turns:
        - text: "one two three"
          pause: 10m
      """;

  private CliScripts() {}
}
