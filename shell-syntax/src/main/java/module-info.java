/// The commands that a shell line would run: a parser of bash's grammar, and tables of known
/// programs.
///
/// It does not know policies, sessions or any other part of Drover.
@SuppressWarnings("module") // The module it is for is built after it.
module dev.drover.shell {
  requires static transitive org.jspecify;

  exports dev.drover.shell to
      dev.drover.runtime;
}
