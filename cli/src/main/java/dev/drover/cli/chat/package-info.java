/// The terminal side of a conversation: reads prompts one after the other and shows the output.
///
/// There are two implementations: a pipe, and a terminal with a line editor. The editor's classes
/// are loaded only when a conversation begins on a terminal.
@NullMarked
package dev.drover.cli.chat;

import org.jspecify.annotations.NullMarked;
