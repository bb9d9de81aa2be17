package dev.drover.tools.search;

import dev.drover.spi.tool.ToolInvocation.FileAccess;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.util.concurrent.atomic.LongAdder;

/// Files that a search must skip: a file that may not be read may not be found either. Access is
/// checked before a file is opened, so that the number of skipped files reveals nothing about their
/// content.
///
/// Safe for use by several threads.
final class DeniedFiles {
  private final FileAccess access;
  private final LongAdder denied = new LongAdder();
  private final LongAdder notAsked = new LongAdder();

  DeniedFiles(FileAccess access) {
    this.access = access;
  }

  /// Whether the file is skipped.
  boolean countIfDenied(String path) {
    return switch (access.check(path)) {
      case YES -> false;
      case NO -> {
        denied.increment();
        yield true;
      }
      case NOT_ASKED -> {
        notAsked.increment();
        yield true;
      }
    };
  }

  /// @throws ToolRefusal if the named file may not be searched
  void requireReadable(WorkspacePath file) throws ToolRefusal {
    switch (access.check(file.displayPath())) {
      case YES -> {}
      case NO ->
          throw new ToolRefusal(
              "'%s' may not be read by the policy, so it is not searched. Ask the user."
                  .formatted(file.displayPath()));
      case NOT_ASKED ->
          throw new ToolRefusal(
              "'%s' may be read only if a person agrees. Use read, which asks."
                  .formatted(file.displayPath()));
    }
  }

  boolean hasAny() {
    return denied.sum() + notAsked.sum() > 0;
  }

  /// Sentences for the model, or an empty text.
  String text() {
    var text = new StringBuilder();
    if (denied.sum() > 0) {
      text.append(
          "\n[not searched, because the policy denies reading: %d]".formatted(denied.sum()));
    }
    if (notAsked.sum() > 0) {
      text.append(
          "\n[not searched, because a person must be asked about each: %d; use read for one]"
              .formatted(notAsked.sum()));
    }
    return text.toString();
  }
}
