package dev.drover.spi.model;

import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;

/// Reads content that messages only refer to because it is stored elsewhere.
public interface ContentReader {
  String read(Text text);

  Bytes read(Media media);
}
