/// A program of somebody else that uses Drover as a named module.
///
/// It refuses to know anything of Drover's build: it requires two modules, and a third one is found
/// on the module path because it provides a store.
module org.example.hello {
  requires dev.drover.model.script;
  requires dev.drover.runtime;

  // The runtime calls the methods that are annotated as tools.
  opens org.example.hello to
      dev.drover.runtime;
}
