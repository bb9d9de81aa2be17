package dev.drover.codec.form;

import static dev.drover.codec.form.Names.BLOCKS;
import static dev.drover.codec.form.Names.CALL_ID;
import static dev.drover.codec.form.Names.DATA;
import static dev.drover.codec.form.Names.ENDING;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.MODEL;
import static dev.drover.codec.form.Names.TEXT;
import static dev.drover.codec.form.Names.TOOL;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import java.util.ArrayList;
import java.util.List;

/// What was said: messages, and the blocks of a model's reply.
final class MessageForm {
  private MessageForm() {}

  static void write(JsonWriter out, Name name, List<Message> messages) {
    out.name(name);
    out.openList();
    for (var message : messages) {
      write(out, message);
    }
    out.closeList();
  }

  static List<Message> readList(JsonReader in, Name name) {
    var messages = new ArrayList<Message>();
    in.at(name).enterList();
    while (in.nextElement()) {
      messages.add(read(in));
    }
    return messages;
  }

  private static void write(JsonWriter out, Message message) {
    out.open();
    switch (message) {
      case Message.User(var text, var media) -> {
        out.field(IS, "user");
        TextForm.write(out, TEXT, text);
        MediaForm.write(out, media);
      }
      case Message.Assistant(var blocks, var ending) -> {
        out.field(IS, "assistant");
        writeBlocks(out, blocks);
        out.field(ENDING, Words.of(ending));
      }
      case Message.ToolResult(var effect, var callId, var tool, var outcome, var labels) -> {
        out.field(IS, "tool_result");
        CallForm.write(out, effect);
        out.field(CALL_ID, callId);
        out.field(TOOL, tool);
        OutcomeForm.write(out, outcome);
        OutcomeForm.writeLabels(out, labels);
      }
    }
    out.close();
  }

  private static Message read(JsonReader in) {
    in.enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "user" -> new Message.User(TextForm.read(in, TEXT), MediaForm.read(in));
          case "assistant" ->
              new Message.Assistant(readBlocks(in), Words.ending(in.string(ENDING)));
          case "tool_result" ->
              new Message.ToolResult(
                  CallForm.readEffect(in),
                  in.string(CALL_ID),
                  in.string(TOOL),
                  OutcomeForm.read(in),
                  OutcomeForm.readLabels(in));
          default -> throw Words.unknown(is);
        });
  }

  static void writeBlocks(JsonWriter out, List<Block> blocks) {
    out.name(BLOCKS);
    out.openList();
    for (var block : blocks) {
      out.open();
      switch (block) {
        case Block.Prose(var text) -> {
          out.field(IS, "prose");
          TextForm.write(out, TEXT, text);
        }
        case Block.Reasoning(var text) -> {
          out.field(IS, "reasoning");
          TextForm.write(out, TEXT, text);
        }
        case Block.Call(var call) -> {
          out.field(IS, "call");
          CallForm.writeFields(out, call);
        }
        case Block.Opaque(var model, var data) -> {
          out.field(IS, "opaque");
          out.field(MODEL, model);
          TextForm.write(out, DATA, data);
        }
      }
      out.close();
    }
    out.closeList();
  }

  static List<Block> readBlocks(JsonReader in) {
    var blocks = new ArrayList<Block>();
    in.at(BLOCKS).enterList();
    while (in.nextElement()) {
      in.enter();
      blocks.add(in.leave(readBlock(in)));
    }
    return blocks;
  }

  private static Block readBlock(JsonReader in) {
    var is = in.string(IS);
    return switch (is) {
      case "prose" -> new Block.Prose(TextForm.read(in, TEXT));
      case "reasoning" -> new Block.Reasoning(TextForm.read(in, TEXT));
      case "call" -> new Block.Call(CallForm.readFields(in));
      case "opaque" -> new Block.Opaque(in.string(MODEL), TextForm.read(in, DATA));
      default -> throw Words.unknown(is);
    };
  }
}
