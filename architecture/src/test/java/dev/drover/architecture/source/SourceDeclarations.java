package dev.drover.architecture.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The types and methods of a source, each with the name that an exception would use:
/// `dev.drover.kernel.Outer.Inner.method`.
public final class SourceDeclarations {
  private SourceDeclarations() {}

  public record TypeDeclaration(ParsedSource source, String name, ClassTree tree) {

    public String simpleName() {
      return tree.getSimpleName().toString();
    }
  }

  public record MethodDeclaration(
      ParsedSource source, String name, MethodTree tree, TypeDeclaration owner) {

    public String simpleName() {
      return tree.getName().toString();
    }
  }

  /// Named types, including nested ones.
  public static List<TypeDeclaration> types(ParsedSource source) {
    var types = new ArrayList<TypeDeclaration>();
    scan(source, types::add, method -> {});
    return types;
  }

  /// Methods and constructors in the source, without generated ones.
  public static List<MethodDeclaration> methods(ParsedSource source) {
    var methods = new ArrayList<MethodDeclaration>();
    scan(source, type -> {}, methods::add);
    return methods;
  }

  private static void scan(
      ParsedSource source, Consumer<TypeDeclaration> onType, Consumer<MethodDeclaration> onMethod) {
    new Scanner(source, onType, onMethod).scan(source.unit(), null);
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final ParsedSource source;
    private final Consumer<TypeDeclaration> onType;
    private final Consumer<MethodDeclaration> onMethod;
    private final Deque<TypeDeclaration> around = new ArrayDeque<>();

    Scanner(
        ParsedSource source,
        Consumer<TypeDeclaration> onType,
        Consumer<MethodDeclaration> onMethod) {
      this.source = source;
      this.onType = onType;
      this.onMethod = onMethod;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      var outer = around.isEmpty() ? source.packageName() : around.peek().name();
      var type = new TypeDeclaration(source, outer + "." + tree.getSimpleName(), tree);
      if (!tree.getSimpleName().isEmpty()) {
        onType.accept(type);
      }
      around.push(type);
      super.visitClass(tree, null);
      around.pop();
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
      var owner = around.element();
      onMethod.accept(
          new MethodDeclaration(source, owner.name() + "." + tree.getName(), tree, owner));
      return super.visitMethod(tree, null);
    }
  }
}
