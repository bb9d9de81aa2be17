package dev.drover.architecture.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import java.nio.file.Path;
import java.util.List;

/// One Java file: its path in the repository, its text and its syntax tree.
public record ParsedSource(Path path, String text, CompilationUnitTree unit, Trees trees) {

  public List<String> lines() {
    return text.lines().toList();
  }

  /// True for test code, false for shipped code.
  public boolean isTest() {
    return path.toString().contains("src/test/");
  }

  public String fileName() {
    return path.getFileName().toString();
  }

  /// `module-info` and `package-info` declare no types; the rules about types do not apply to them.
  public boolean declaresTypes() {
    return !fileName().endsWith("-info.java");
  }

  public String packageName() {
    var name = unit.getPackageName();
    return name == null ? "" : name.toString();
  }

  public long firstLine(Tree tree) {
    return line(trees.getSourcePositions().getStartPosition(unit, tree));
  }

  /// The number of lines of a tree, including its annotations and modifiers.
  public long height(Tree tree) {
    var end = trees.getSourcePositions().getEndPosition(unit, tree);
    return line(end) - firstLine(tree) + 1;
  }

  private long line(long position) {
    return unit.getLineMap().getLineNumber(position);
  }
}
