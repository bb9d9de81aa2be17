package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BLOCKS;
import static dev.drover.codec.form.FieldNames.CALL_ID;
import static dev.drover.codec.form.FieldNames.DATA;
import static dev.drover.codec.form.FieldNames.ENDING;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.MODEL;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.TOOL;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import java.util.ArrayList;
import java.util.List;

/// Messages, and the blocks of a model's reply.
final class MessageForm {
  private MessageForm() {}

  static void write(JsonWriter out, FieldName name, List<Message> messages) {
    out.name(name);
    out.openList();
    for (var message : messages) {
      write(out, message);
    }
    out.closeList();
  }

  static List<Message> readList(JsonReader in, FieldName name) {
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
        out.field(ENDING, EnumNames.of(ending));
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
              new Message.Assistant(readBlocks(in), EnumNames.ending(in.string(ENDING)));
          case "tool_result" ->
              new Message.ToolResult(
                  CallForm.readEffect(in),
                  in.string(CALL_ID),
                  in.string(TOOL),
                  OutcomeForm.read(in),
                  OutcomeForm.readLabels(in));
          default -> throw EnumNames.unknown(is);
        });
  }

  static void writeBlocks(JsonWriter out, List<ContentBlock> blocks) {
    out.name(BLOCKS);
    out.openList();
    for (var block : blocks) {
      out.open();
      switch (block) {
        case ContentBlock.Prose(var text) -> {
          out.field(IS, "prose");
          TextForm.write(out, TEXT, text);
        }
        case ContentBlock.Reasoning(var text) -> {
          out.field(IS, "reasoning");
          TextForm.write(out, TEXT, text);
        }
        case ContentBlock.Call(var call) -> {
          out.field(IS, "call");
          CallForm.writeFields(out, call);
        }
        case ContentBlock.Opaque(var model, var data) -> {
          out.field(IS, "opaque");
          out.field(MODEL, model);
          TextForm.write(out, DATA, data);
        }
      }
      out.close();
    }
    out.closeList();
  }

  static List<ContentBlock> readBlocks(JsonReader in) {
    var blocks = new ArrayList<ContentBlock>();
    in.at(BLOCKS).enterList();
    while (in.nextElement()) {
      in.enter();
      blocks.add(in.leave(readBlock(in)));
    }
    return blocks;
  }

  private static ContentBlock readBlock(JsonReader in) {
    var is = in.string(IS);
    return switch (is) {
      case "prose" -> new ContentBlock.Prose(TextForm.read(in, TEXT));
      case "reasoning" -> new ContentBlock.Reasoning(TextForm.read(in, TEXT));
      case "call" -> new ContentBlock.Call(CallForm.readFields(in));
      case "opaque" -> new ContentBlock.Opaque(in.string(MODEL), TextForm.read(in, DATA));
      default -> throw EnumNames.unknown(is);
    };
  }
}
