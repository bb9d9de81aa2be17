package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Comments are in Markdown form, and unfinished work is not left behind with a marker.
class CommentsTest {
  /// The markers are concatenated, so that this file does not contain them itself.
  private static final Pattern MARK = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static final Pattern OLD_FORM = Pattern.compile("\\s*/\\*\\*.*");
  private static final Pattern BANNER = Pattern.compile("\\s*//+ ?[-=*#~]{4,}.*");
  private static final Pattern SAYS_ITS_KIND =
      Pattern.compile("\\s*///\\s*This (class|interface|record|enum|method)\\b.*");

  @Test
  void noCommentMarksUnfinishedWork() {
    var findings = new ArrayList<RuleFinding>();
    for (var file : RepositoryFiles.textFiles()) {
      findings.addAll(marks(file, RepositoryFiles.read(file)));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void commentsAreInMarkdownForm() {
    assertThat(RepositoryFiles.sources()).flatExtracting(CommentsTest::badForms).isEmpty();
  }

  @Test
  void markersAndBadFormsAreFound() {
    assertThat(marks(Path.of("a.md"), "# TO" + "DO: later")).hasSize(1);
    assertThat(marks(Path.of("a.md"), "much to" + "do about XX" + "XL")).isEmpty();
    var sample =
        JavacReader.parse(
            "kernel/src/main/java/dev/drover/kernel/Sample.java",
            """
            %s The old form. */
            class Sample {
              %s ------ fields ------
              %s This class is a class.
              class Inner {}
            }
            """
                .formatted("/**", "//", "///"));
    assertThat(badForms(sample)).hasSize(3);
  }

  private static List<RuleFinding> marks(Path file, String text) {
    return text.lines()
        .filter(line -> MARK.matcher(line).find())
        .map(line -> new RuleFinding(file.toString(), "leaves a mark: " + line.strip()))
        .toList();
  }

  private static List<RuleFinding> badForms(ParsedSource source) {
    return source.lines().stream()
        .filter(
            line ->
                OLD_FORM.matcher(line).matches()
                    || BANNER.matcher(line).matches()
                    || SAYS_ITS_KIND.matcher(line).matches())
        .map(line -> new RuleFinding(source.path().toString(), line.strip()))
        .toList();
  }
}
