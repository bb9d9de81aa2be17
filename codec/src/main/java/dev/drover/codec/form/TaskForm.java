package dev.drover.codec.form;

import static dev.drover.codec.form.Names.AGENT;
import static dev.drover.codec.form.Names.CHILD;
import static dev.drover.codec.form.Names.DELEGATED;
import static dev.drover.codec.form.Names.DEPTH;
import static dev.drover.codec.form.Names.FORKED;
import static dev.drover.codec.form.Names.FORKED_AT;
import static dev.drover.codec.form.Names.MODE;
import static dev.drover.codec.form.Names.NOTE;
import static dev.drover.codec.form.Names.PARENT;
import static dev.drover.codec.form.Names.RUN;
import static dev.drover.codec.form.Names.SOURCE;
import static dev.drover.codec.form.Names.STATUS;
import static dev.drover.codec.form.Names.TASKS;
import static dev.drover.codec.form.Names.TEXT;
import static dev.drover.codec.form.Names.USAGE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Event;
import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Task;
import dev.drover.kernel.TaskEnd;
import java.util.ArrayList;
import java.util.List;

/// What one session does for another.
final class TaskForm {
  private TaskForm() {}

  /// Left out where somebody opened the session.
  static void write(JsonWriter out, Origin origin) {
    switch (origin) {
      case Origin.Own _ -> {}
      case Origin.Delegated(var parent, var call, var mode, var depth) -> {
        out.name(DELEGATED);
        out.open();
        out.field(PARENT, parent.value());
        CallForm.write(out, call);
        out.field(MODE, Words.of(mode));
        out.field(DEPTH, depth);
        out.close();
      }
      case Origin.Forked(var source, var at, var depth) -> {
        out.name(FORKED);
        out.open();
        out.field(SOURCE, source.value());
        out.field(FORKED_AT, at);
        out.field(DEPTH, depth);
        out.close();
      }
    }
  }

  static Origin readOrigin(JsonReader in) {
    if (!in.has(FORKED)) {
      return readOpened(in);
    }
    in.enter();
    return in.leave(
        new Origin.Forked(
            new SessionId(in.string(SOURCE)), in.number(FORKED_AT), in.smallNumber(DEPTH)));
  }

  static Origin.Opened readOpened(JsonReader in) {
    if (!in.has(DELEGATED)) {
      return Origin.OWN;
    }
    in.enter();
    return in.leave(
        new Origin.Delegated(
            new SessionId(in.string(PARENT)),
            CallForm.readEffect(in),
            Words.taskMode(in.string(MODE)),
            in.smallNumber(DEPTH)));
  }

  static void writeFields(JsonWriter out, Event.TaskStarted started) {
    out.field(CHILD, started.child().value());
    out.field(AGENT, started.agent());
    out.field(MODE, Words.of(started.mode()));
    if (started.limits() != null) {
      RunForm.write(out, started.limits());
    }
  }

  static void writeFields(JsonWriter out, Event.TaskEnded ended) {
    out.field(CHILD, ended.child().value());
    out.field(STATUS, Words.of(ended.status()));
    RunForm.write(out, USAGE, ended.usage());
  }

  static Event readEnded(JsonReader in) {
    return new Event.TaskEnded(
        readChild(in), Words.taskStatus(in.string(STATUS)), RunForm.readUsage(in, USAGE));
  }

  static SessionId readChild(JsonReader in) {
    return new SessionId(in.string(CHILD));
  }

  static void writeFields(JsonWriter out, SessionId child, TaskEnd end) {
    out.field(CHILD, child.value());
    out.field(STATUS, Words.of(end.status()));
    TextForm.write(out, TEXT, end.text());
    RunForm.write(out, USAGE, end.usage());
    TextForm.write(out, NOTE, end.note());
    OutcomeForm.writeLabels(out, end.labels());
  }

  static TaskEnd readEnd(JsonReader in) {
    return new TaskEnd(
        Words.taskStatus(in.string(STATUS)),
        TextForm.read(in, TEXT),
        RunForm.readUsage(in, USAGE),
        TextForm.read(in, NOTE),
        OutcomeForm.readLabels(in));
  }

  static void write(JsonWriter out, List<Task> tasks) {
    out.name(TASKS);
    out.openList();
    for (var task : tasks) {
      out.open();
      out.field(CHILD, task.child().value());
      out.field(RUN, task.run().value());
      CallForm.write(out, task.call());
      out.field(AGENT, task.agent());
      out.field(MODE, Words.of(task.mode()));
      RunForm.write(out, task.limits());
      out.close();
    }
    out.closeList();
  }

  static List<Task> readList(JsonReader in) {
    var tasks = new ArrayList<Task>();
    if (in.has(TASKS)) {
      in.enterList();
      while (in.nextElement()) {
        in.enter();
        tasks.add(in.leave(read(in)));
      }
    }
    return tasks;
  }

  private static Task read(JsonReader in) {
    return new Task(
        readChild(in),
        new RunId(in.string(RUN)),
        CallForm.readEffect(in),
        in.string(AGENT),
        Words.taskMode(in.string(MODE)),
        RunForm.readLimits(in));
  }
}
