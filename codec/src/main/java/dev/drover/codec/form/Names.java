package dev.drover.codec.form;

import dev.drover.codec.json.Name;

/// Every field name there is. A name means one thing: wherever it appears, its value has one form.
final class Names {
  static final Name SESSION = new Name("session");
  static final Name SEQ = new Name("seq");
  static final Name AT = new Name("at");
  static final Name RUN = new Name("run");
  static final Name TYPE = new Name("type");
  static final Name V = new Name("v");

  static final Name IS = new Name("is");
  static final Name TEXT = new Name("text");
  static final Name BLOB = new Name("blob");
  static final Name BYTES = new Name("bytes");

  static final Name AGENT = new Name("agent");
  static final Name WORKSPACE = new Name("workspace");
  static final Name IDENTITY = new Name("identity");
  static final Name TENANT = new Name("tenant");
  static final Name PRINCIPAL = new Name("principal");
  static final Name TEMPLATE = new Name("template");
  static final Name CORRELATION = new Name("correlation");
  static final Name RECIPE = new Name("recipe");
  static final Name MODEL = new Name("model");
  static final Name REPLACED = new Name("replaced");
  static final Name SETBACK = new Name("setback");
  static final Name INSTRUCTIONS = new Name("instructions");
  static final Name TOOLS = new Name("tools");
  static final Name TOOLSET = new Name("toolset");
  static final Name BY = new Name("by");

  static final Name PROMPT = new Name("prompt");
  static final Name HISTORY = new Name("history");
  static final Name MESSAGES = new Name("messages");
  static final Name MISFITS = new Name("misfits");
  static final Name KEY = new Name("key");
  static final Name LIMITS = new Name("limits");
  static final Name TURNS = new Name("turns");
  static final Name TOKENS = new Name("tokens");
  static final Name ATTEMPTS = new Name("attempts");
  static final Name STATUS = new Name("status");

  static final Name EFFECT = new Name("effect");
  static final Name BLOCKS = new Name("blocks");
  static final Name STOP = new Name("stop");
  static final Name USAGE = new Name("usage");
  static final Name INPUT = new Name("input");
  static final Name OUTPUT = new Name("output");
  static final Name CACHE_READ = new Name("cache_read");
  static final Name CACHE_WRITE = new Name("cache_write");
  static final Name REASONING = new Name("reasoning");
  static final Name ENDING = new Name("ending");
  static final Name PARTIAL = new Name("partial");

  static final Name ATTEMPT = new Name("attempt");
  static final Name PROBLEM = new Name("problem");
  static final Name CODE = new Name("code");
  static final Name TITLE = new Name("title");
  static final Name DETAIL = new Name("detail");
  static final Name REMEDY = new Name("remedy");
  static final Name REPEATS = new Name("repeats");
  static final Name RETRY = new Name("retry");
  static final Name AFTER = new Name("after");
  static final Name HOLDS = new Name("holds");
  static final Name RETRY_AT = new Name("retry_at");

  static final Name CALLS = new Name("calls");
  static final Name CALL_ID = new Name("call_id");
  static final Name TOOL = new Name("tool");
  static final Name ARGUMENTS = new Name("arguments");
  static final Name TERMS = new Name("terms");
  static final Name EFFECTS = new Name("effects");
  static final Name AFTER_CRASH = new Name("after_crash");
  static final Name PACE = new Name("pace");
  static final Name OUTCOME = new Name("outcome");
  static final Name LOST = new Name("lost");

  static final Name VERDICT = new Name("verdict");
  static final Name RULE = new Name("rule");
  static final Name WHEN_BUSY = new Name("when_busy");
  static final Name WHY = new Name("why");
  static final Name GRANT = new Name("grant");
  static final Name PREVIEW = new Name("preview");
  static final Name REASON = new Name("reason");
  static final Name ANSWER = new Name("answer");
  static final Name SCOPE = new Name("scope");
  static final Name THEN = new Name("then");
  static final Name ANSWERERS = new Name("answerers");
  static final Name WITHIN = new Name("within");
  static final Name UNTIL = new Name("until");
  static final Name BASIS = new Name("basis");
  static final Name POLICY = new Name("policy");

  static final Name HOOKS = new Name("hooks");
  static final Name HOOK = new Name("hook");
  static final Name DEED = new Name("deed");
  static final Name DIGEST = new Name("digest");

  static final Name LABELS = new Name("labels");
  static final Name MEDIA = new Name("media");
  static final Name DATA = new Name("data");
  static final Name DELEGATED = new Name("delegated");
  static final Name PARENT = new Name("parent");
  static final Name CHILD = new Name("child");
  static final Name DEPTH = new Name("depth");
  static final Name NOTE = new Name("note");
  static final Name TASKS = new Name("tasks");
  static final Name ROOM = new Name("room");
  static final Name WANTED = new Name("wanted");
  static final Name SCHEMA = new Name("schema");
  static final Name REPAIRS = new Name("repairs");
  static final Name COMPLAINT = new Name("complaint");
  static final Name VALUE = new Name("value");
  static final Name LAST_VALUE = new Name("last_value");
  static final Name MEDIA_TYPE = new Name("media_type");
  static final Name CHANGES = new Name("changes");
  static final Name PATH = new Name("path");
  static final Name PATHS = new Name("paths");
  static final Name FROM = new Name("from");
  static final Name TO = new Name("to");
  static final Name TARGET = new Name("target");
  static final Name MODE = new Name("mode");
  static final Name COPY = new Name("copy");

  static final Name BUDGETS = new Name("budgets");
  static final Name OF_RUN = new Name("of_run");
  static final Name OF_SESSION = new Name("of_session");
  static final Name ACCOUNT = new Name("account");
  static final Name NAME = new Name("name");
  static final Name PRICE = new Name("price");
  static final Name SOFT = new Name("soft");
  static final Name HARD = new Name("hard");
  static final Name PAYER = new Name("payer");
  static final Name MEASURE = new Name("measure");
  static final Name LIMIT = new Name("limit");
  static final Name USED = new Name("used");
  static final Name SPENDING = new Name("spending");
  static final Name ORIGIN = new Name("origin");
  static final Name SPENT = new Name("spent");
  static final Name WARNED = new Name("warned");

  static final Name ABOUT = new Name("about");
  static final Name CHECKS = new Name("checks");
  static final Name CHECK = new Name("check");
  static final Name SUBJECT = new Name("subject");
  static final Name NEED = new Name("need");
  static final Name STANDING = new Name("standing");
  static final Name EVIDENCE = new Name("evidence");
  static final Name ANNALS = new Name("annals");
  static final Name REPORTS = new Name("reports");
  static final Name COMPACTIONS = new Name("compactions");
  static final Name DROPPED = new Name("dropped");
  static final Name KEPT = new Name("kept");
  static final Name KEEP = new Name("keep");
  static final Name CAUSE = new Name("cause");
  static final Name SPARED = new Name("spared");
  static final Name TRIMMED = new Name("trimmed");
  static final Name SUMMARY = new Name("summary");

  static final Name SOURCE = new Name("source");
  static final Name CHAIN = new Name("chain");
  static final Name HANDED_ON = new Name("handed_on");
  static final Name NEXT = new Name("next");
  static final Name FORKED = new Name("forked");
  static final Name FORKED_AT = new Name("forked_at");

  static final Name POSITION = new Name("position");
  static final Name EFFECTS_NAMED = new Name("effects_named");
  static final Name PROFILE = new Name("profile");
  static final Name GRANTS = new Name("grants");
  static final Name GUARD = new Name("guard");
  static final Name CONVERSATION = new Name("conversation");
  static final Name FAILURES = new Name("failures");
  static final Name TOTALS = new Name("totals");
  static final Name RUNS = new Name("runs");
  static final Name LAST_TURN = new Name("last_turn");
  static final Name LAST_RESPONSE = new Name("last_response");

  private Names() {}
}
