package dev.drover.spi.model;

import dev.drover.kernel.Media;
import dev.drover.kernel.Text;
import dev.drover.spi.store.Bytes;

/// Reads what messages only name, because it is kept elsewhere.
public interface Contents {
  String read(Text text);

  Bytes read(Media media);
}
