package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AGENT;
import static dev.drover.codec.form.FieldNames.CHILD;
import static dev.drover.codec.form.FieldNames.DELEGATED;
import static dev.drover.codec.form.FieldNames.DEPTH;
import static dev.drover.codec.form.FieldNames.FORKED;
import static dev.drover.codec.form.FieldNames.FORKED_AT;
import static dev.drover.codec.form.FieldNames.MODE;
import static dev.drover.codec.form.FieldNames.NOTE;
import static dev.drover.codec.form.FieldNames.PARENT;
import static dev.drover.codec.form.FieldNames.RUN;
import static dev.drover.codec.form.FieldNames.SOURCE;
import static dev.drover.codec.form.FieldNames.STATUS;
import static dev.drover.codec.form.FieldNames.TASKS;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.USAGE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import java.util.ArrayList;
import java.util.List;

/// Tasks that one session carries out for another.
final class TaskForm {
  private TaskForm() {}

  /// Omitted for a session that the host opened.
  static void write(JsonWriter out, SessionOrigin origin) {
    switch (origin) {
      case SessionOrigin.Own _ -> {}
      case SessionOrigin.Delegated(var parent, var call, var mode, var depth) -> {
        out.name(DELEGATED);
        out.open();
        out.field(PARENT, parent.value());
        CallForm.write(out, call);
        out.field(MODE, EnumNames.of(mode));
        out.field(DEPTH, depth);
        out.close();
      }
      case SessionOrigin.Forked(var source, var at, var depth) -> {
        out.name(FORKED);
        out.open();
        out.field(SOURCE, source.value());
        out.field(FORKED_AT, at);
        out.field(DEPTH, depth);
        out.close();
      }
    }
  }

  static SessionOrigin readOrigin(JsonReader in) {
    if (!in.has(FORKED)) {
      return readOpened(in);
    }
    in.enter();
    return in.leave(
        new SessionOrigin.Forked(
            new SessionId(in.string(SOURCE)), in.number(FORKED_AT), in.smallNumber(DEPTH)));
  }

  static SessionOrigin.Opened readOpened(JsonReader in) {
    if (!in.has(DELEGATED)) {
      return SessionOrigin.OWN;
    }
    in.enter();
    return in.leave(
        new SessionOrigin.Delegated(
            new SessionId(in.string(PARENT)),
            CallForm.readEffect(in),
            EnumNames.taskMode(in.string(MODE)),
            in.smallNumber(DEPTH)));
  }

  static void writeFields(JsonWriter out, Event.TaskStarted started) {
    out.field(CHILD, started.child().value());
    out.field(AGENT, started.agent());
    out.field(MODE, EnumNames.of(started.mode()));
    if (started.limits() != null) {
      RunForm.write(out, started.limits());
    }
  }

  static void writeFields(JsonWriter out, Event.TaskEnded ended) {
    out.field(CHILD, ended.child().value());
    out.field(STATUS, EnumNames.of(ended.status()));
    RunForm.write(out, USAGE, ended.usage());
  }

  static Event readEnded(JsonReader in) {
    return new Event.TaskEnded(
        readChild(in), EnumNames.taskStatus(in.string(STATUS)), RunForm.readUsage(in, USAGE));
  }

  static SessionId readChild(JsonReader in) {
    return new SessionId(in.string(CHILD));
  }

  static void writeFields(JsonWriter out, SessionId child, TaskOutcome end) {
    out.field(CHILD, child.value());
    out.field(STATUS, EnumNames.of(end.status()));
    TextForm.write(out, TEXT, end.text());
    RunForm.write(out, USAGE, end.usage());
    TextForm.write(out, NOTE, end.note());
    OutcomeForm.writeLabels(out, end.labels());
  }

  static TaskOutcome readEnd(JsonReader in) {
    return new TaskOutcome(
        EnumNames.taskStatus(in.string(STATUS)),
        TextForm.read(in, TEXT),
        RunForm.readUsage(in, USAGE),
        TextForm.read(in, NOTE),
        OutcomeForm.readLabels(in));
  }

  static void write(JsonWriter out, List<OpenTask> tasks) {
    out.name(TASKS);
    out.openList();
    for (var task : tasks) {
      out.open();
      out.field(CHILD, task.child().value());
      out.field(RUN, task.run().value());
      CallForm.write(out, task.call());
      out.field(AGENT, task.agent());
      out.field(MODE, EnumNames.of(task.mode()));
      RunForm.write(out, task.limits());
      out.close();
    }
    out.closeList();
  }

  static List<OpenTask> readList(JsonReader in) {
    var tasks = new ArrayList<OpenTask>();
    if (in.has(TASKS)) {
      in.enterList();
      while (in.nextElement()) {
        in.enter();
        tasks.add(in.leave(read(in)));
      }
    }
    return tasks;
  }

  private static OpenTask read(JsonReader in) {
    return new OpenTask(
        readChild(in),
        new RunId(in.string(RUN)),
        CallForm.readEffect(in),
        in.string(AGENT),
        EnumNames.taskMode(in.string(MODE)),
        RunForm.readLimits(in));
  }
}
