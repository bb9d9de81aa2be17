package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.secret.SecretShapes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The guide lists the formats that are searched for.
@Tag("E9")
final class SecretShapesGuideTest {
  @Test
  void theGuideHasEveryShape() throws Exception {
    var rows =
        SecretShapes.ALL.stream()
            .map(shape -> "| %s | `%s` |".formatted(shape.kind(), shape.notation()))
            .collect(Collectors.joining("\n"));
    var table = "| kind | shape |\n| --- | --- |\n" + rows + "\n";
    assertThat(Files.readString(Path.of("../docs/SECRETS.md"))).endsWith("## Shapes\n\n" + table);
  }
}
