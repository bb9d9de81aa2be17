package dev.drover.codec.form;

import dev.drover.codec.json.FieldName;

/// All field names. A name has one meaning: its value has the same form everywhere.
final class FieldNames {
  static final FieldName SESSION = new FieldName("session");
  static final FieldName SEQ = new FieldName("seq");
  static final FieldName AT = new FieldName("at");
  static final FieldName RUN = new FieldName("run");
  static final FieldName TYPE = new FieldName("type");
  static final FieldName V = new FieldName("v");

  static final FieldName IS = new FieldName("is");
  static final FieldName TEXT = new FieldName("text");
  static final FieldName BLOB = new FieldName("blob");
  static final FieldName BYTES = new FieldName("bytes");

  static final FieldName AGENT = new FieldName("agent");
  static final FieldName WORKSPACE = new FieldName("workspace");
  static final FieldName IDENTITY = new FieldName("identity");
  static final FieldName TENANT = new FieldName("tenant");
  static final FieldName PRINCIPAL = new FieldName("principal");
  static final FieldName TEMPLATE = new FieldName("template");
  static final FieldName CORRELATION = new FieldName("correlation");
  static final FieldName RECIPE = new FieldName("recipe");
  static final FieldName MODEL = new FieldName("model");
  static final FieldName REPLACED = new FieldName("replaced");
  static final FieldName SETBACK = new FieldName("setback");
  static final FieldName INSTRUCTIONS = new FieldName("instructions");
  static final FieldName TOOLS = new FieldName("tools");
  static final FieldName TOOLSET = new FieldName("toolset");
  static final FieldName BY = new FieldName("by");

  static final FieldName PROMPT = new FieldName("prompt");
  static final FieldName HISTORY = new FieldName("history");
  static final FieldName MESSAGES = new FieldName("messages");
  static final FieldName MISFITS = new FieldName("misfits");
  static final FieldName KEY = new FieldName("key");
  static final FieldName LIMITS = new FieldName("limits");
  static final FieldName TURNS = new FieldName("turns");
  static final FieldName TOKENS = new FieldName("tokens");
  static final FieldName ATTEMPTS = new FieldName("attempts");
  static final FieldName STATUS = new FieldName("status");

  static final FieldName EFFECT = new FieldName("effect");
  static final FieldName BLOCKS = new FieldName("blocks");
  static final FieldName STOP = new FieldName("stop");
  static final FieldName USAGE = new FieldName("usage");
  static final FieldName INPUT = new FieldName("input");
  static final FieldName OUTPUT = new FieldName("output");
  static final FieldName CACHE_READ = new FieldName("cache_read");
  static final FieldName CACHE_WRITE = new FieldName("cache_write");
  static final FieldName REASONING = new FieldName("reasoning");
  static final FieldName ENDING = new FieldName("ending");
  static final FieldName PARTIAL = new FieldName("partial");

  static final FieldName ATTEMPT = new FieldName("attempt");
  static final FieldName PROBLEM = new FieldName("problem");
  static final FieldName CODE = new FieldName("code");
  static final FieldName TITLE = new FieldName("title");
  static final FieldName DETAIL = new FieldName("detail");
  static final FieldName REMEDY = new FieldName("remedy");
  static final FieldName REPEATS = new FieldName("repeats");
  static final FieldName RETRY = new FieldName("retry");
  static final FieldName AFTER = new FieldName("after");
  static final FieldName HOLDS = new FieldName("holds");
  static final FieldName RETRY_AT = new FieldName("retry_at");

  static final FieldName CALLS = new FieldName("calls");
  static final FieldName CALL_ID = new FieldName("call_id");
  static final FieldName TOOL = new FieldName("tool");
  static final FieldName ARGUMENTS = new FieldName("arguments");
  static final FieldName TERMS = new FieldName("terms");
  static final FieldName EFFECTS = new FieldName("effects");
  static final FieldName AFTER_CRASH = new FieldName("after_crash");
  static final FieldName PACE = new FieldName("pace");
  static final FieldName OUTCOME = new FieldName("outcome");
  static final FieldName LOST = new FieldName("lost");

  static final FieldName VERDICT = new FieldName("verdict");
  static final FieldName RULE = new FieldName("rule");
  static final FieldName WHEN_BUSY = new FieldName("when_busy");
  static final FieldName WHY = new FieldName("why");
  static final FieldName GRANT = new FieldName("grant");
  static final FieldName PREVIEW = new FieldName("preview");
  static final FieldName REASON = new FieldName("reason");
  static final FieldName ANSWER = new FieldName("answer");
  static final FieldName SCOPE = new FieldName("scope");
  static final FieldName THEN = new FieldName("then");
  static final FieldName ANSWERERS = new FieldName("answerers");
  static final FieldName WITHIN = new FieldName("within");
  static final FieldName UNTIL = new FieldName("until");
  static final FieldName BASIS = new FieldName("basis");
  static final FieldName POLICY = new FieldName("policy");

  static final FieldName HOOKS = new FieldName("hooks");
  static final FieldName HOOK = new FieldName("hook");
  static final FieldName DEED = new FieldName("deed");
  static final FieldName DIGEST = new FieldName("digest");

  static final FieldName LABELS = new FieldName("labels");
  static final FieldName MEDIA = new FieldName("media");
  static final FieldName DATA = new FieldName("data");
  static final FieldName DELEGATED = new FieldName("delegated");
  static final FieldName PARENT = new FieldName("parent");
  static final FieldName CHILD = new FieldName("child");
  static final FieldName DEPTH = new FieldName("depth");
  static final FieldName NOTE = new FieldName("note");
  static final FieldName TASKS = new FieldName("tasks");
  static final FieldName ROOM = new FieldName("room");
  static final FieldName WANTED = new FieldName("wanted");
  static final FieldName SCHEMA = new FieldName("schema");
  static final FieldName REQUIRED = new FieldName("required");
  static final FieldName COMMANDS = new FieldName("commands");
  static final FieldName COMMAND = new FieldName("command");
  static final FieldName FINDINGS = new FieldName("findings");
  static final FieldName REPAIRS = new FieldName("repairs");
  static final FieldName COMPLAINT = new FieldName("complaint");
  static final FieldName VALUE = new FieldName("value");
  static final FieldName LAST_VALUE = new FieldName("last_value");
  static final FieldName MEDIA_TYPE = new FieldName("media_type");
  static final FieldName CHANGES = new FieldName("changes");
  static final FieldName PATH = new FieldName("path");
  static final FieldName PATHS = new FieldName("paths");
  static final FieldName FROM = new FieldName("from");
  static final FieldName TO = new FieldName("to");
  static final FieldName TARGET = new FieldName("target");
  static final FieldName MODE = new FieldName("mode");
  static final FieldName COPY = new FieldName("copy");

  static final FieldName BUDGETS = new FieldName("budgets");
  static final FieldName OF_RUN = new FieldName("of_run");
  static final FieldName OF_SESSION = new FieldName("of_session");
  static final FieldName ACCOUNT = new FieldName("account");
  static final FieldName NAME = new FieldName("name");
  static final FieldName PRICE = new FieldName("price");
  static final FieldName SOFT = new FieldName("soft");
  static final FieldName HARD = new FieldName("hard");
  static final FieldName PAYER = new FieldName("payer");
  static final FieldName MEASURE = new FieldName("measure");
  static final FieldName LIMIT = new FieldName("limit");
  static final FieldName USED = new FieldName("used");
  static final FieldName SPENDING = new FieldName("spending");
  static final FieldName ORIGIN = new FieldName("origin");
  static final FieldName SPENT = new FieldName("spent");
  static final FieldName WARNED = new FieldName("warned");

  static final FieldName ABOUT = new FieldName("about");
  static final FieldName CHECKS = new FieldName("checks");
  static final FieldName CHECK = new FieldName("check");
  static final FieldName SUBJECT = new FieldName("subject");
  static final FieldName NEED = new FieldName("need");
  static final FieldName STANDING = new FieldName("standing");
  static final FieldName EVIDENCE = new FieldName("evidence");
  static final FieldName ANNALS = new FieldName("annals");
  static final FieldName REPORTS = new FieldName("reports");
  static final FieldName COMPACTIONS = new FieldName("compactions");
  static final FieldName DROPPED = new FieldName("dropped");
  static final FieldName KEPT = new FieldName("kept");
  static final FieldName KEEP = new FieldName("keep");
  static final FieldName CAUSE = new FieldName("cause");
  static final FieldName SPARED = new FieldName("spared");
  static final FieldName TRIMMED = new FieldName("trimmed");
  static final FieldName SUMMARY = new FieldName("summary");

  static final FieldName SOURCE = new FieldName("source");
  static final FieldName CHAIN = new FieldName("chain");
  static final FieldName HANDED_ON = new FieldName("handed_on");
  static final FieldName NEXT = new FieldName("next");
  static final FieldName FORKED = new FieldName("forked");
  static final FieldName FORKED_AT = new FieldName("forked_at");

  static final FieldName POSITION = new FieldName("position");
  static final FieldName EFFECTS_NAMED = new FieldName("effects_named");
  static final FieldName PROFILE = new FieldName("profile");
  static final FieldName GRANTS = new FieldName("grants");
  static final FieldName GUARD = new FieldName("guard");
  static final FieldName CONVERSATION = new FieldName("conversation");
  static final FieldName FAILURES = new FieldName("failures");
  static final FieldName TOTALS = new FieldName("totals");
  static final FieldName RUNS = new FieldName("runs");
  static final FieldName LAST_TURN = new FieldName("last_turn");
  static final FieldName LAST_RESPONSE = new FieldName("last_response");

  private FieldNames() {}

  static final FieldName ROUND = new FieldName("round");
  static final FieldName FORM = new FieldName("form");
  static final FieldName URL = new FieldName("url");
  static final FieldName STATE = new FieldName("state");
  static final FieldName GIVEN = new FieldName("given");
  static final FieldName CONTENT = new FieldName("content");
  static final FieldName HANDLE = new FieldName("handle");
  static final FieldName LOOK_AT = new FieldName("look_at");
  static final FieldName PROGRESS = new FieldName("progress");
}
