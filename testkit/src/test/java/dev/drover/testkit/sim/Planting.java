package dev.drover.testkit.sim;

import dev.drover.codec.EventCodec;
import dev.drover.codec.InputCodec;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The ways in which a [Bug] comes into a store that does what it should.
final class Planting {
  private static final EventCodec EVENTS = new EventCodec();
  private static final InputCodec INPUTS = new InputCodec();

  private Planting() {}

  /// What an append meets instead of the journal.
  interface Appending {
    void append(Append append, Consumer<Append> write);
  }

  interface Reading {
    Optional<Journal.Slice> read(Journal journal, SessionId session, long after, int limit);
  }

  interface Trimming {
    long trim(
        Journal journal,
        SessionId session,
        Journal.Snapshot snapshot,
        List<Journal.Stretch> dropped);
  }

  interface Answering {
    Object answer(Object[] arguments, Object result);
  }

  static Store appending(Store inner, Appending instead) {
    return with(
        inner,
        journal ->
            new JournalWrapper(journal) {
              @Override
              public void append(Append append) {
                instead.append(append, journal::append);
              }
            });
  }

  /// What is read is not what is there.
  static Store reading(Store inner, Reading instead) {
    return with(
        inner,
        journal ->
            new JournalWrapper(journal) {
              @Override
              public Optional<Slice> read(SessionId session, long after, int limit) {
                return instead.read(journal, session, after, limit);
              }
            });
  }

  /// Something else is dropped or saved than was meant.
  static Store trimming(Store inner, Trimming instead) {
    return with(
        inner,
        journal ->
            new JournalWrapper(journal) {
              @Override
              public long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
                return instead.trim(journal, session, snapshot, dropped);
              }
            });
  }

  private static Store with(Store inner, UnaryOperator<Journal> spoiling) {
    return new StoreWrapper(inner) {
      @Override
      public Journal journal() {
        return spoiling.apply(super.journal());
      }
    };
  }

  static Store rewriting(Store inner, UnaryOperator<Append> change) {
    return appending(inner, (append, write) -> write.accept(change.apply(append)));
  }

  static Append with(Append append, List<Change> changes) {
    return new Append(
        append.session(),
        append.after(),
        append.entries(),
        append.owner(),
        changes,
        append.consumed());
  }

  /// Other events are written than were decided on.
  static Store deciding(Store inner, BiFunction<SessionId, Event, Event> change) {
    return rewriting(
        inner,
        append -> {
          var entries = new ArrayList<Entry>();
          for (var recorded : events(append)) {
            var other = change.apply(append.session(), recorded.event());
            var line = new Recorded(recorded.seq(), recorded.at(), other);
            var bytes = EVENTS.encode(append.session(), List.of(line)).getFirst();
            entries.add(new Entry(recorded.seq(), Bytes.of(bytes)));
          }
          return new Append(
              append.session(),
              append.after(),
              entries,
              append.owner(),
              append.changes(),
              append.consumed());
        });
  }

  static List<Recorded> events(Append append) {
    return append.entries().stream().map(entry -> EVENTS.decode(entry.bytes().array())).toList();
  }

  /// Other words go from one session to another than were said.
  static Store saying(Store inner, UnaryOperator<Input> change) {
    return rewriting(
        inner,
        append ->
            with(
                append,
                append.changes().stream()
                    .map(
                        each ->
                            each instanceof Change.MessageSent(var item)
                                ? new Change.MessageSent(other(item, change))
                                : each)
                    .toList()));
  }

  private static Inbox.Item other(Inbox.Item item, UnaryOperator<Input> change) {
    var input = change.apply(INPUTS.decode(item.body().array()));
    return new Inbox.Item(item.session(), item.id(), Bytes.of(INPUTS.encode(input)), item.at());
  }

  /// A port of which one method answers otherwise.
  static <T> T replacing(Class<T> port, T inner, String name, Answering instead) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              try {
                var result = method.invoke(inner, arguments);
                return method.getName().equals(name) ? instead.answer(arguments, result) : result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
              }
            }));
  }
}
