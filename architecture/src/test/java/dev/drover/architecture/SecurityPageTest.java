package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.RepositoryFiles;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The table of docs/SECURITY.md claims exactly what tests prove. The text around the table is
/// written by hand.
class SecurityPageTest {
  private static final String BEGIN = "<!-- made from security.txt -->\n";
  private static final String END = "<!-- end -->\n";

  private static final String HEAD =
      """
      | protected | from | how | shown by |
      | --- | --- | --- | --- |
      """;

  private static final EvidenceTable PROTECTIONS = EvidenceTable.read("security.txt");

  @Test
  void everyProtectionIsProvenByATestOfTheDefaultBuild() {
    assertThat(PROTECTIONS.unshown(EvidenceTable.testMethods())).isEmpty();
  }

  @Test
  void theTableOfThePageIsGeneratedFromTheProtections() throws IOException {
    var page = RepositoryFiles.read(RepositoryFiles.root().resolve("docs/SECURITY.md"));
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    assertThat(begin).as("the mark '%s' in docs/SECURITY.md", BEGIN.strip()).isNotNegative();
    assertThat(end).as("the mark '%s' in docs/SECURITY.md", END.strip()).isGreaterThan(begin);
    var right =
        page.substring(0, begin) + BEGIN + HEAD + PROTECTIONS.markdown() + page.substring(end);
    var made = RepositoryFiles.root().resolve("architecture/target/SECURITY.md");
    Files.writeString(made, right);
    assertThat(page)
        .as("docs/SECURITY.md; the right one was written to %s: copy it", made)
        .isEqualTo(right);
  }
}
