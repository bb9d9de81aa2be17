package dev.drover.files;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// YAML that can be composed safely: text with unbounded nesting would exhaust the stack of the
/// composer.
public final class YamlDepthCheck {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();
  private static final int DEEPEST = 100;

  private YamlDepthCheck() {}

  /// @throws org.snakeyaml.engine.v2.exceptions.YamlEngineException if it is nested too deeply, or
  ///   is not YAML
  public static void require(String yaml) {
    int depth = 0;
    var events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, yaml));
    while (events.hasNext()) {
      var event = events.next();
      if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        throw new ParserException(
            "it is nested more than %d levels deep".formatted(DEEPEST), event.getStartMark());
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
  }
}
