module org.example.hello {
  requires dev.drover.model.script;
  requires dev.drover.runtime;

  // The runtime calls the methods that are annotated as tools.
  opens org.example.hello to
      dev.drover.runtime;
}
