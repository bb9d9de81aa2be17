/// The JSON form of events: names, versions, and the older forms in existing journals.
///
/// It does not know where the bytes go. It is the only place that decides how an event is written,
/// so that stores and feeds carry the same bytes.
@SuppressWarnings("module") // The modules it is for are built after it.
module dev.drover.codec {
  requires transitive dev.drover.kernel;
  requires static org.jspecify;

  exports dev.drover.codec to
      dev.drover.cli,
      dev.drover.runtime;
}
