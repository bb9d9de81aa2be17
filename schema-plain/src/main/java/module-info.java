/// JSON texts and plain JSON schemas, read and checked without a library.
///
/// It does not know the purpose of a schema. Schemas that are not plain are left to a
/// [dev.drover.spi.schema.SchemaCompiler].
@SuppressWarnings("module") // The modules it is for are built after it.
module dev.drover.schema.plain {
  requires transitive dev.drover.spi;
  requires static org.jspecify;

  exports dev.drover.schema.plain to
      dev.drover.mcp,
      dev.drover.runtime;
}
