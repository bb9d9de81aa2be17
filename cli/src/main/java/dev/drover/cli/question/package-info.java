/// Dialogs with the person at the terminal: what can be typed at a question, and what it means.
@NullMarked
package dev.drover.cli.question;

import org.jspecify.annotations.NullMarked;
