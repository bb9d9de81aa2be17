/// A program of somebody else that uses Drover as a named module.
///
/// It refuses to know anything of Drover's build: it requires all of Drover that a first program
/// needs, and the model of the example.
module org.example.hello {
  requires dev.drover.all;
  requires dev.drover.model.script;

  // The runtime calls the methods that are annotated as tools.
  opens org.example.hello to
      dev.drover.runtime;
}
