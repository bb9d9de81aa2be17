/// The web: pages are fetched from public addresses only, and their content is marked as untrusted.
@NullMarked
package dev.drover.tools.web;

import org.jspecify.annotations.NullMarked;
