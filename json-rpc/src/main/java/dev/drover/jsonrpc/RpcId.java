package dev.drover.jsonrpc;

import dev.drover.kernel.check.NullChecks;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/// The id of a request, which its answer repeats exactly: the number 7 and the text `7` differ.
public sealed interface RpcId {
  /// In characters. Ids are kept while a request is in progress.
  int MAX_TEXT = 1_000;

  record NumberId(long value) implements RpcId {}

  record TextId(String value) implements RpcId {
    public TextId {
      NullChecks.nonNull(value, "TextId.value");
    }
  }

  /// A request should not have it, but an answer to an unreadable request does.
  record NullId() implements RpcId {}

  /// @return empty if this is no id: a fraction, an object, a list, a truth value, a long text
  static Optional<RpcId> of(JsonNode node) {
    if (node.isNull()) {
      return Optional.of(new NullId());
    }
    if (node.isString()) {
      return Optional.of(node.asString())
          .filter(text -> text.length() <= MAX_TEXT)
          .map(TextId::new);
    }
    return node.isIntegralNumber() && node.canConvertToLong()
        ? Optional.of(new NumberId(node.asLong()))
        : Optional.empty();
  }

  default JsonNode json() {
    return switch (this) {
      case NumberId(long value) when value == (int) value -> IntNode.valueOf((int) value);
      case NumberId(long value) -> LongNode.valueOf(value);
      case TextId(var value) -> StringNode.valueOf(value);
      case NullId _ -> NullNode.getInstance();
    };
  }
}
