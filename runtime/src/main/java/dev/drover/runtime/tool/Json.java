package dev.drover.runtime.tool;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// JSON as a stream of tokens. Nothing here needs a tree or a mapper, which are slow to load.
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static JsonParser parser(String text) {
    return FACTORY.createParser(ObjectReadContext.empty(), text);
  }

  static String write(Consumer<JsonGenerator> content) {
    var text = new StringWriter();
    try (var out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      content.accept(out);
    }
    return text.toString();
  }
}
