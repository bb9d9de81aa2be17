package dev.drover.architecture.source;

import java.util.List;
import javax.lang.model.util.Types;

/// Sources with types, and what is needed to compare them.
public record Typed(List<Source> sources, Types types) {

  public Typed {
    sources = List.copyOf(sources);
  }
}
