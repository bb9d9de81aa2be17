package dev.drover.store.sql;

/// How texts are written to a database that cannot hold every Java string.
public interface TextEncoding {
  /// For a database that holds every string.
  TextEncoding PLAIN =
      new TextEncoding() {
        @Override
        public String encode(String text) {
          return text;
        }

        @Override
        public String decode(String stored) {
          return stored;
        }
      };

  String encode(String text);

  /// The inverse of [#encode].
  String decode(String stored);
}
