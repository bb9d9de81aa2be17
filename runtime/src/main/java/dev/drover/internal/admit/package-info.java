/// Ask to input: checks prompts, asks the hooks, keeps attachments, and submits them.
@NullMarked
package dev.drover.internal.admit;

import org.jspecify.annotations.NullMarked;
