package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.RepositoryFiles;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests cite laws by number, and `docs/LAWS.md` explains each number.
class LawsPageTest {
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([A-Z]\\d+)\"\\)");
  private static final Pattern LAW = Pattern.compile("(?m)^- \\*\\*([A-Z]\\d+)\\*\\* ");

  @Test
  void everyLawThatATestCitesIsOnThePage() {
    assertThat(laws()).containsAll(citedLaws());
  }

  @Test
  void everyLawOnThePageIsCitedByATest() {
    assertThat(citedLaws()).containsAll(laws());
  }

  private static Set<String> laws() {
    return numbers(LAW, RepositoryFiles.read(RepositoryFiles.root().resolve("docs/LAWS.md")));
  }

  private static Set<String> citedLaws() {
    var cited = new TreeSet<String>();
    for (var file : RepositoryFiles.textFiles()) {
      if (file.toString().endsWith(".java")) {
        cited.addAll(numbers(TAG, RepositoryFiles.read(file)));
      }
    }
    return cited;
  }

  private static Set<String> numbers(Pattern pattern, String text) {
    var numbers = new TreeSet<String>();
    var found = pattern.matcher(text);
    while (found.find()) {
      numbers.add(found.group(1));
    }
    return numbers;
  }
}
