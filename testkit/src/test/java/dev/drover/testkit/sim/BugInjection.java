package dev.drover.testkit.sim;

import dev.drover.codec.EventCodec;
import dev.drover.codec.InputCodec;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
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

/// The ways in which a [PlantedBug] is injected into a correct store.
final class BugInjection {
  private static final EventCodec EVENTS = new EventCodec();
  private static final InputCodec INPUTS = new InputCodec();

  private BugInjection() {}

  /// Replaces the append of the journal.
  interface Appending {
    void append(Journal.Append append, Consumer<Journal.Append> write);
  }

  interface Reading {
    Optional<Journal.Slice> read(Journal journal, SessionId session, long after, int limit);
  }

  interface Trimming {
    long trim(
        Journal journal,
        SessionId session,
        Journal.Snapshot snapshot,
        List<Journal.EventRange> dropped);
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
              public void append(Journal.Append append) {
                instead.append(append, journal::append);
              }
            });
  }

  /// Replaces what is read.
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

  /// Replaces what is dropped or saved by a trim.
  static Store trimming(Store inner, Trimming instead) {
    return with(
        inner,
        journal ->
            new JournalWrapper(journal) {
              @Override
              public long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
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

  static Store rewriting(Store inner, UnaryOperator<Journal.Append> change) {
    return appending(inner, (append, write) -> write.accept(change.apply(append)));
  }

  static Journal.Append with(Journal.Append append, List<Catalog.Change> changes) {
    return new Journal.Append(
        append.session(),
        append.after(),
        append.entries(),
        append.owner(),
        changes,
        append.consumed());
  }

  /// Replaces the events that are written.
  static Store deciding(Store inner, BiFunction<SessionId, Event, Event> change) {
    return rewriting(
        inner,
        append -> {
          var entries = new ArrayList<Journal.Entry>();
          for (var recorded : events(append)) {
            var other = change.apply(append.session(), recorded.event());
            var line = new RecordedEvent(recorded.seq(), recorded.at(), other);
            var bytes = EVENTS.encode(append.session(), List.of(line)).getFirst();
            entries.add(new Journal.Entry(recorded.seq(), Bytes.of(bytes)));
          }
          return new Journal.Append(
              append.session(),
              append.after(),
              entries,
              append.owner(),
              append.changes(),
              append.consumed());
        });
  }

  static List<RecordedEvent> events(Journal.Append append) {
    return append.entries().stream().map(entry -> EVENTS.decode(entry.bytes().array())).toList();
  }

  /// Replaces the inputs that one session sends to another.
  static Store saying(Store inner, UnaryOperator<Input> change) {
    return rewriting(
        inner,
        append ->
            with(
                append,
                append.changes().stream()
                    .map(
                        each ->
                            each instanceof Catalog.Change.MessageSent(var item)
                                ? new Catalog.Change.MessageSent(other(item, change))
                                : each)
                    .toList()));
  }

  private static Inbox.Item other(Inbox.Item item, UnaryOperator<Input> change) {
    var input = change.apply(INPUTS.decode(item.body().array()));
    return new Inbox.Item(item.session(), item.id(), Bytes.of(INPUTS.encode(input)), item.at());
  }

  /// A port with one replaced method.
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
