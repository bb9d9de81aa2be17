/// The JSON form of events, of snapshots, and of the inputs that wait in an inbox.
///
/// [dev.drover.codec.EventCodec] shows the form of an event. Stores, feeds and the command line
/// pass its bytes on unchanged.
///
/// ## Guarantees
///
/// - The same value always gives the same bytes.
/// - Data written by a release is read by every later one, as the same value: texts to the last
///   character, even invalid Unicode, points in time to the nanosecond.
/// - An unknown type or version is refused, and so is damaged data. The refusal is an
///   [dev.drover.codec.UnreadableData] whose problem names the event, the field and a remedy.
/// - A reader skips unknown fields, and accepts fields in any order.
///
/// ## Adding an event
///
/// Write the record in the kernel. The compiler then leads through the package `form`: the writer
/// and the reader do not compile until they have a line for it, and `EventType` gives it its name
/// and version 1. Reuse an existing field name where one fits: a name has one meaning and one form
/// everywhere. Then write its golden file by hand, one for every shape it can have; the tests fail
/// until each event, and each kind of value inside one, is in a file under `golden/v1`.
///
/// ## Changing an event
///
/// A golden file of a release is never edited.
///
/// *An optional field* is added to the end of its object, without a new version. It is omitted
/// where its absence has the same meaning, so the old files remain valid in both directions, and it
/// gets a file of its own.
///
/// *Every other change*, a required field, another meaning, another form, is a new version of the
/// type. Its number is increased in `EventType`, the writer writes only the new form, and the
/// reader chooses by version and builds the current event from either. A form that changes gets a
/// new field name. The files of the old version stay and are only read from then on; those of the
/// new one go to `golden/v2`.
///
/// A fold must not depend on the version of an event. If it would have to, the change is a new
/// event.
@NullMarked
package dev.drover.codec;

import org.jspecify.annotations.NullMarked;
