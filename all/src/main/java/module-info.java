/// One dependency for a first program: the runtime, the embedded store and the models of providers.
///
/// It has no code of its own and does not know how its modules work together: a program that needs
/// less requires those that it uses.
module dev.drover.all {
  requires transitive dev.drover.model.http;
  requires transitive dev.drover.runtime;
  requires transitive dev.drover.store.jdbc;
}
