/// Where a conversation takes place: prompts come in one after the other, and what happens is
/// shown.
///
/// Two places: a pipe, and a terminal with a line editor. What is needed for the editor is loaded
/// when a conversation begins on a terminal, and by no other command.
@NullMarked
package dev.drover.cli.chat;

import org.jspecify.annotations.NullMarked;
