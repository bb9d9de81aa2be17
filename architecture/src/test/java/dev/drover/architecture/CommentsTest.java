package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.Finding;
import dev.drover.architecture.source.Javac;
import dev.drover.architecture.source.Repository;
import dev.drover.architecture.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Comments say why, in the Markdown form; what is unfinished is not left behind with a mark.
class CommentsTest {
  /// The marks are put together here, so that this file does not carry them itself.
  private static final Pattern MARK = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static final Pattern OLD_FORM = Pattern.compile("\\s*/\\*\\*.*");
  private static final Pattern BANNER = Pattern.compile("\\s*//+ ?[-=*#~]{4,}.*");
  private static final Pattern SAYS_ITS_KIND =
      Pattern.compile("\\s*///\\s*This (class|interface|record|enum|method)\\b.*");

  @Test
  void nothingIsMarkedAsUnfinished() {
    var findings = new ArrayList<Finding>();
    for (var file : Repository.textFiles()) {
      findings.addAll(marks(file, Repository.read(file)));
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void commentsHaveTheForm() {
    assertThat(Repository.sources()).flatExtracting(CommentsTest::badForms).isEmpty();
  }

  @Test
  void marksAndBadFormsAreFound() {
    assertThat(marks(Path.of("a.md"), "# TO" + "DO: later")).hasSize(1);
    assertThat(marks(Path.of("a.md"), "much to" + "do about XX" + "XL")).isEmpty();
    var sample =
        Javac.parse(
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

  private static List<Finding> marks(Path file, String text) {
    return text.lines()
        .filter(line -> MARK.matcher(line).find())
        .map(line -> new Finding(file.toString(), "leaves a mark: " + line.strip()))
        .toList();
  }

  private static List<Finding> badForms(Source source) {
    return source.lines().stream()
        .filter(
            line ->
                OLD_FORM.matcher(line).matches()
                    || BANNER.matcher(line).matches()
                    || SAYS_ITS_KIND.matcher(line).matches())
        .map(line -> new Finding(source.path().toString(), line.strip()))
        .toList();
  }
}
