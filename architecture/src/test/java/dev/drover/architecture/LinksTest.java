package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.RepositoryFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Link targets of the documents exist; if the text of a link is code, its target contains that
/// code.
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^)#]+)(?:#[^)]*)?\\)");
  private static final Pattern CODE = Pattern.compile("`@?(?:\\w+\\.)*(\\w+)`");

  @Test
  void everyLinkOfTheDocumentsHasAValidTarget() {
    var complaints = new ArrayList<String>();
    for (var document : documents()) {
      complaints.addAll(broken(document, RepositoryFiles.read(document)));
    }
    assertThat(complaints).isEmpty();
  }

  @Test
  void brokenAndMismatchedLinksAreFound() {
    var readme = RepositoryFiles.root().resolve("README.md");
    assertThat(broken(readme, "[x](docs/NOWHERE.md)")).hasSize(1);
    assertThat(broken(readme, "[`Drover.fly`](runtime/src/main/java/dev/drover/Drover.java)"))
        .hasSize(1);
    assertThat(broken(readme, "[`Drover.close`](runtime/src/main/java/dev/drover/Drover.java)"))
        .isEmpty();
  }

  private static List<Path> documents() {
    return RepositoryFiles.textFiles().stream()
        .filter(file -> file.toString().endsWith(".md"))
        .toList();
  }

  private static List<String> broken(Path document, String text) {
    var complaints = new ArrayList<String>();
    var links = LINK.matcher(text);
    while (links.find()) {
      var target = document.resolveSibling(links.group(2)).normalize();
      if (!Files.exists(target)) {
        complaints.add("%s: no %s".formatted(document, target));
        continue;
      }
      var names = CODE.matcher(links.group(1));
      while (target.toString().endsWith(".java") && names.find()) {
        if (!RepositoryFiles.read(target).contains(names.group(1))) {
          complaints.add("%s: no %s in %s".formatted(document, names.group(1), target));
        }
      }
    }
    return complaints;
  }
}
