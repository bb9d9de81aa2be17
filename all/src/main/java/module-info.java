/// One dependency for a first program: the runtime, the embedded store and the models of providers.
///
/// It refuses to have code of its own: a program that needs less takes the modules that it names.
module dev.drover.all {
  requires transitive dev.drover.model.http;
  requires transitive dev.drover.runtime;
  requires transitive dev.drover.store.jdbc;
}
