/// The JSON form of events, of snapshots, and of the inputs that wait in an inbox.
///
/// [dev.drover.codec.EventCodec] shows the form of an event. Stores, feeds and the command line
/// carry its bytes as they are.
///
/// ## What is promised
///
/// - The same value always gives the same bytes.
/// - What was ever written by a release is read by every later one, as the same value: texts to the
///   last character, even one that is no Unicode, points in time to the nanosecond.
/// - A type or version that is not known is refused, and so is anything damaged. The refusal is an
///   [dev.drover.codec.Unreadable] whose problem names the event and the field, and what to do.
/// - A reader passes over fields it does not know, and takes fields in any order.
///
/// ## Adding an event
///
/// Write the record in the kernel. The compiler then leads through the package `form`: the writer
/// and the reader do not compile until they have a line for it, and `EventType` gives it its name
/// and version 1. Names of fields are words that are there already, where one says it: a name has
/// one meaning and one form, wherever it stands. Then write its golden file by hand, one for every
/// shape it can have; the tests are red until each event, and each kind of value inside one, is in
/// a file under `golden/v1`.
///
/// ## Changing an event
///
/// A golden file of a release is never edited.
///
/// *A field that a reader can do without* is added to the end of its object, without a new version.
/// It is left out where its absence says the same, so the old files still hold in both directions,
/// and gets a file of its own.
///
/// *Everything else*, a field that must be there, another meaning, another form, is a new version
/// of the type. Its number goes up in `EventType`, the writer writes only the new form, and the
/// reader chooses by version and makes the event of today out of either. A form that changes gets a
/// new field name. The files of the old version stay and are only read from then on; those of the
/// new one go to `golden/v2`.
///
/// A fold must not tell which version an event had. If it would have to, it is another event.
@NullMarked
package dev.drover.codec;

import org.jspecify.annotations.NullMarked;
