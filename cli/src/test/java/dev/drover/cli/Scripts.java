package dev.drover.cli;

/// What the model says in these tests.
final class Scripts {
  /// Writes a file, which needs a yes, and is done.
  static final String WRITE =
      """
      turns:
        - text: "I will write it."
          calls: [ {tool: write, args: {path: note.txt, content: "hello"}} ]
          usage: {input: 100, output: 20}
        - text: "Done."
          usage: {input: 50, output: 5, cacheRead: 100}
      """;

  /// Looks around, which needs no yes, and answers.
  static final String LOOK =
      """
      turns:
        - text: "Let me look."
          calls: [ {tool: ls} ]
          usage: {input: 100, output: 20}
        - text: "I see."
          usage: {input: 50, output: 5}
      """;

  /// Looks at a picture, changes a text and deletes a file.
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

  /// Speaks until somebody stops it.
  static final String ENDLESS =
      """
      turns:
        - text: "one two three"
          pause: 10m
      """;

  private Scripts() {}
}
