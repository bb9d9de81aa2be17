package dev.drover.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The page about configuration lists the keys that the program reads.
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "CONFIGURATION.md");
  private static final String BEGIN =
      "<!-- keys: begin; made from the table of keys in the code -->\n";
  private static final String END = "<!-- keys: end -->\n";

  @Test
  void theTablesOfThePageAreGeneratedFromTheKeys() throws IOException {
    var page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    assertThat(begin).as("the mark '%s' in %s", BEGIN.strip(), PAGE).isNotNegative();
    assertThat(end).as("the mark '%s' in %s", END.strip(), PAGE).isGreaterThan(begin);
    var right = page.substring(0, begin) + BEGIN + tables() + page.substring(end);
    var made = Path.of("target", "CONFIGURATION.md");
    Files.writeString(made, right);
    assertThat(page)
        .as("%s; the right one was written to %s: copy it", PAGE, made)
        .isEqualTo(right);
  }

  @Test
  void everyKeyHasADescription() {
    for (var key : ConfigurationKey.values()) {
      assertThat(key.effect()).as(key.word()).isNotBlank().doesNotContain("|");
      assertThat(key.standard()).as(key.word()).isNotBlank().doesNotContain("|");
      assertThat(key.fields().isEmpty()).as(key.word()).isNotEqualTo(key.isTable());
    }
  }

  private static String tables() {
    var text = new StringBuilder();
    text.append("| key | type | default | flag and variable | in a workspace | effect |\n");
    text.append("| --- | --- | --- | --- | --- | --- |\n");
    for (var key : ConfigurationKey.values()) {
      text.append(
          "| `%s` | %s | %s | %s | %s | %s |\n"
              .formatted(
                  key.word(),
                  key.shape().describe(),
                  key.standard(),
                  key.isOnlyInFiles()
                      ? "only in files"
                      : "`%s`, `%s`".formatted(key.flag(), key.variable()),
                  key.inWorkspace().describe(),
                  key.effect()));
    }
    for (var key : ConfigurationKey.values()) {
      if (key.isTable()) {
        text.append("\nFields of each entry of `%s`:\n\n".formatted(key.word()));
        text.append("| field | type | effect |\n| --- | --- | --- |\n");
        for (var field : key.fields()) {
          text.append("| `%s` | %s | %s |\n".formatted(field.word(), field.type(), field.effect()));
        }
      }
    }
    return text.toString();
  }
}
