/// The JSON form of events: names, versions, and the older forms in existing journals.
///
/// It does not know where the bytes go. It is the only place that decides how an event is written,
/// so that stores and feeds carry the same bytes.
module dev.drover.codec {
  requires transitive dev.drover.kernel;
  requires static org.jspecify;

  exports dev.drover.codec;
}
