package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the documents point at is there; and where the words of a link are code, the file it points
/// at has them.
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^)#]+)(?:#[^)]*)?\\)");
  private static final Pattern CODE = Pattern.compile("`@?(?:\\w+\\.)*(\\w+)`");

  @Test
  void everyLinkOfTheDocumentsLeadsToWhatItSays() {
    var complaints = new ArrayList<String>();
    for (var document : documents()) {
      complaints.addAll(broken(document, Repository.read(document)));
    }
    assertThat(complaints).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereOrToSomethingElseIsFound() {
    var readme = Repository.root().resolve("README.md");
    assertThat(broken(readme, "[x](docs/NOWHERE.md)")).hasSize(1);
    assertThat(
            broken(readme, "[`Drover.fly`](runtime/src/main/java/dev/drover/runtime/Drover.java)"))
        .hasSize(1);
    assertThat(
            broken(
                readme, "[`Drover.close`](runtime/src/main/java/dev/drover/runtime/Drover.java)"))
        .isEmpty();
  }

  private static List<Path> documents() {
    return Repository.textFiles().stream().filter(file -> file.toString().endsWith(".md")).toList();
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
        if (!Repository.read(target).contains(names.group(1))) {
          complaints.add("%s: no %s in %s".formatted(document, names.group(1), target));
        }
      }
    }
    return complaints;
  }
}
