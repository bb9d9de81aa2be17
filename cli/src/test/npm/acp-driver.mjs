// Drives `drover acp` with the protocol's own client library, and checks every line that the agent
// writes against the protocol's schema. Usage: node acp-driver.mjs FOLDER COMMAND [ARGUMENT...]
// Prints one line for each conversation; the exit code is the number of those that failed.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";
import Ajv from "ajv/dist/2020.js";

const [folder, ...command] = process.argv.slice(2);
const schema = createRequire(import.meta.url)("@agentclientprotocol/sdk/schema/v1/schema.json");
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
ajv.addSchema({ ...schema, $id: "acp" });
const validator = (name) => ajv.getSchema(`acp#/$defs/${name}`);
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

// Definitions by method: what the agent sends, and what it answers.
const sent = {};
const answered = {};
for (const [name, definition] of Object.entries(schema.$defs)) {
  const method = definition["x-method"];
  if (!method) continue;
  if (definition["x-side"] === "client" && /Request$|Notification$/.test(name)) sent[method] = name;
  if (definition["x-side"] === "agent" && /Response$/.test(name)) answered[method] = name;
}
sent["$/cancel_request"] = "CancelRequestNotification";

function check(condition, what) {
  if (!condition) throw new Error(what);
}

function equal(actual, expected, what) {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(a === e, `${what}: expected ${e}, got ${a}`);
}

function validate(name, value, line) {
  const valid = validator(name);
  check(valid, `there is no definition ${name}`);
  check(valid(value), `not a ${name}: ${JSON.stringify(valid.errors)} in ${line.slice(0, 600)}`);
}

/** One process of the agent, with a client. */
class Agent {
  constructor(script, { permission, capabilities = {}, store = [] } = {}) {
    this.requests = new Map();
    this.updates = [];
    this.asked = [];
    this.lines = 0;
    this.problems = [];
    this.permission = permission ?? (() => ({ outcome: { outcome: "cancelled" } }));
    this.process = spawn(command[0], [...command.slice(1), "acp", "--verbose", "--script", script, ...store], {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.stderr = "";
    this.process.stderr.on("data", (data) => (this.stderr += data));
    this.exited = new Promise((resolve) => this.process.on("exit", (code, signal) => resolve({ code, signal })));
    const stream = this.watched(
      acp.ndJsonStream(Writable.toWeb(this.process.stdin), Readable.toWeb(this.process.stdout)),
    );
    this.connection = acp
      .client({ name: "driver" })
      .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
        this.asked.push(params);
        return await this.permission(params, this);
      })
      .onNotification(acp.methods.client.session.update, ({ params }) => {
        this.updates.push(params);
      })
      .connect(stream);
    this.agent = this.connection.agent;
    this.capabilities = capabilities;
  }

  /** Checks each message on its way in; notes the methods of requests on their way out. */
  watched(stream) {
    const self = this;
    const readable = stream.readable.pipeThrough(
      new TransformStream({
        transform(message, controller) {
          self.lines++;
          try {
            self.inspect(message);
          } catch (error) {
            self.problems.push(error.message);
          }
          controller.enqueue(message);
        },
      }),
    );
    const out = new TransformStream({
      transform(message, controller) {
        if (message.method && message.id !== undefined) self.requests.set(message.id, message.method);
        controller.enqueue(message);
      },
    });
    out.readable.pipeTo(stream.writable).catch(() => {});
    return { readable, writable: out.writable };
  }

  inspect(message) {
    const line = JSON.stringify(message);
    equal(message.jsonrpc, "2.0", "jsonrpc");
    if (message.method) {
      check(sent[message.method], `the agent must not send ${message.method}`);
      validate(sent[message.method], message.params, line);
    } else {
      const method = this.requests.get(message.id);
      check(method, `an answer to no request: ${line}`);
      if (message.error) validate("Error", message.error, line);
      else if (answered[method]) validate(answered[method], message.result, line);
    }
  }

  async initialize(version = acp.PROTOCOL_VERSION) {
    return await this.agent.request("initialize", {
      protocolVersion: version,
      clientCapabilities: this.capabilities,
      clientInfo: { name: "driver", version: "1" },
    });
  }

  async open(cwd, mcpServers = []) {
    await this.initialize();
    return await this.agent.request("session/new", { cwd, mcpServers });
  }

  prompt(sessionId, ...blocks) {
    const prompt = blocks.map((block) => (typeof block === "string" ? { type: "text", text: block } : block));
    return this.agent.request("session/prompt", { sessionId, prompt });
  }

  of(kind, sessionId) {
    return this.updates
      .filter((each) => !sessionId || each.sessionId === sessionId)
      .map((each) => each.update)
      .filter((update) => update.sessionUpdate === kind);
  }

  text(sessionId) {
    return this.of("agent_message_chunk", sessionId).map((update) => update.content.text).join("");
  }

  async until(condition, what) {
    for (let i = 0; i < 1200; i++) {
      if (condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`did not happen: ${what}; stderr: ${this.stderr.slice(-1500)}`);
  }

  async end() {
    const from = Date.now();
    this.process.stdin.end();
    const { code } = await this.exited;
    equal(this.problems, [], "every line fits the schema");
    check(!/\n\s+at /.test(this.stderr), `no stack trace: ${this.stderr.slice(-1500)}`);
    equal(code, 0, "exit code");
    return Date.now() - from;
  }

  async kill() {
    this.process.kill("SIGKILL");
    await this.exited;
    equal(this.problems, [], "every line fits the schema");
  }
}

function workspace(files = {}) {
  const cwd = mkdtempSync(join(folder, "project-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return cwd;
}

function script(text) {
  const file = join(mkdtempSync(join(folder, "script-")), "script.yaml");
  writeFileSync(file, text);
  return file;
}

const select = (optionId) => () => ({ outcome: { outcome: "selected", optionId } });
const EDIT = `
turns:
  - reasoning: "Look first."
    text: "Reading."
    calls: [ {tool: read, args: {path: a.txt}} ]
  - calls: [ {tool: todo, args: {items: [ {text: look, status: done}, {text: edit, status: doing} ]}} ]
  - calls: [ {tool: edit, args: {path: a.txt, old: "one", new: "two"}} ]
  - text: "Done."
`;

const conversations = {
  async "the version is 1, whatever is asked for"() {
    const agent = new Agent(script("turns: [ {text: hi} ]"));
    const answer = await agent.initialize(65535);
    equal(answer.protocolVersion, 1, "version");
    equal(answer.agentCapabilities.loadSession, true, "loadSession");
    const took = await agent.end();
    check(took < 2000, `the end of input ends the process within 2 s, not ${took} ms`);
  },

  async "a prompt with tool calls, a plan, a diff and a permission"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const agent = new Agent(script(EDIT), { permission: select("allow_once") });
    const { sessionId, modes } = await agent.open(cwd);
    equal(modes.currentModeId, "ask", "mode");
    equal((await agent.prompt(sessionId, "Edit it.")).stopReason, "end_turn", "stop reason");
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "two\n", "the file");
    equal(agent.text(), "Reading.Done.", "text");
    equal(agent.of("agent_thought_chunk").map((u) => u.content.text).join(""), "Look first.", "thoughts");
    equal(agent.of("tool_call").map((u) => [u.kind, u.title]), [
      ["read", "Read a.txt"],
      ["think", "Update the plan"],
      ["edit", "Edit a.txt"],
    ], "calls");
    const edit = agent.of("tool_call")[2].toolCallId;
    const ends = agent.of("tool_call_update").filter((u) => u.toolCallId === edit);
    equal(ends.at(-1).status, "completed", "status");
    const { type, path, oldText, newText } = ends.at(-1).content[0];
    equal([type, path, oldText, newText], ["diff", join(cwd, "a.txt"), "one\n", "two\n"], "diff");
    equal(ends.at(-1).locations[0].path, join(cwd, "a.txt"), "location");
    equal(agent.of("plan").at(-1).entries.map((e) => e.status), ["completed", "in_progress"], "plan");
    equal(agent.asked.length, 1, "questions");
    equal(agent.asked[0].toolCall.toolCallId, edit, "the question names its call");
    check(agent.of("available_commands_update")[0].availableCommands.some((c) => c.name === "compact"), "commands");
    await agent.end();
  },

  async "a rejected call is not made, and the run goes on"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const agent = new Agent(script(EDIT), { permission: select("reject") });
    const { sessionId } = await agent.open(cwd);
    equal((await agent.prompt(sessionId, "Edit it.")).stopReason, "end_turn", "stop reason");
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "one\n", "the file");
    equal(agent.of("tool_call_update").at(-1).status, "failed", "status");
    await agent.end();
  },

  async "a dismissed question is a no"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const agent = new Agent(script(EDIT));
    const { sessionId } = await agent.open(cwd);
    equal((await agent.prompt(sessionId, "Edit it.")).stopReason, "end_turn", "stop reason");
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "one\n", "the file");
    await agent.end();
  },

  async "a cancel during a question ends the prompt as cancelled, and the session is usable"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const agent = new Agent(script(EDIT), {
      permission: async (params, self) => {
        await self.agent.notify("session/cancel", { sessionId: params.sessionId });
        return { outcome: { outcome: "cancelled" } };
      },
    });
    const { sessionId } = await agent.open(cwd);
    equal((await agent.prompt(sessionId, "Edit it.")).stopReason, "cancelled", "stop reason");
    const seen = agent.updates.length;
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "one\n", "the file");
    await agent.agent.request("session/list", {});
    equal(agent.updates.length, seen, "no update after the answer");
    equal((await agent.prompt(sessionId, "Go on.")).stopReason, "end_turn", "stop reason of the next");
    await agent.end();
  },

  async "a cancel right behind the prompt is not lost"() {
    const agent = new Agent(script("turns: [ {pause: 20s, text: \"never said in full\"} ]"));
    const { sessionId } = await agent.open(workspace());
    const prompt = agent.prompt(sessionId, "Talk.");
    await agent.agent.notify("session/cancel", { sessionId });
    equal((await prompt).stopReason, "cancelled", "stop reason");
    await agent.end();
  },

  async "images and mentions reach the model"() {
    const agent = new Agent(script("turns: [ {expect: \"look at \\\\[@a.txt\\\\]\\\\(a.txt\\\\)\", text: seen} ]"));
    const cwd = workspace({ "a.txt": "one\n" });
    const { sessionId } = await agent.open(cwd);
    const answer = await agent.prompt(
      sessionId,
      "look at ",
      { type: "resource_link", name: "a.txt", uri: `file://${cwd}/a.txt` },
      { type: "image", data: PIXEL, mimeType: "image/png" },
    );
    equal(answer.stopReason, "end_turn", "stop reason");
    equal(agent.text(), "seen", "text");
    const other = new Agent(script("turns: [ {text: hi} ]"));
    await other.initialize();
    await agent.end();
    await other.agent.request("session/load", { sessionId, cwd, mcpServers: [] });
    equal(other.of("user_message_chunk").map((u) => u.content.type), ["text", "image"], "the prompt");
    equal(other.of("user_message_chunk")[1].content.data, PIXEL, "the image");
    await other.end();
  },

  async "a killed session is loaded whole, asks again, and goes on"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const file = script(EDIT);
    const first = new Agent(file, { permission: () => new Promise(() => {}) });
    const { sessionId } = await first.open(cwd);
    first.prompt(sessionId, "Edit it.").catch(() => {});
    await first.until(() => first.asked.length === 1, "a question");
    await first.kill();
    const second = new Agent(file, { permission: select("allow_once") });
    await second.initialize();
    await second.agent.request("session/load", { sessionId, cwd, mcpServers: [] });
    equal(second.text(), "Reading.", "what was said is shown before the answer");
    equal(second.of("user_message_chunk")[0].content.text, "Edit it.", "the prompt");
    await second.until(() => second.text().endsWith("Done."), "the end of the run");
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "two\n", "the file");
    equal((await second.prompt(sessionId, "And?")).stopReason, "end_turn", "stop reason");
    await second.end();
  },

  async "a killed session is resumed without its past, and goes on"() {
    const cwd = workspace({ "a.txt": "one\n" });
    const file = script(EDIT);
    const first = new Agent(file, { permission: () => new Promise(() => {}) });
    const { sessionId } = await first.open(cwd);
    first.prompt(sessionId, "Edit it.").catch(() => {});
    await first.until(() => first.asked.length === 1, "a question");
    await first.kill();
    const second = new Agent(file, { permission: select("allow_once") });
    await second.initialize();
    await second.agent.request("session/resume", { sessionId, cwd });
    equal(second.updates.length, 0, "updates before the answer");
    await second.until(() => second.text() === "Done.", "the rest of the run");
    equal(readFileSync(join(cwd, "a.txt"), "utf8"), "two\n", "the file");
    await second.end();
  },

  async "two sessions at once do not mix"() {
    const [one, two] = [workspace({ "a.txt": "one\n" }), workspace({ "a.txt": "one\n" })];
    const agent = new Agent(script(EDIT), { permission: select("allow_session") });
    const first = await agent.open(one);
    const second = await agent.agent.request("session/new", { cwd: two, mcpServers: [] });
    const third = await agent.agent.request("session/new", { cwd: two, mcpServers: [] });
    const ends = await Promise.all([agent.prompt(first.sessionId, "Edit it."), agent.prompt(second.sessionId, "Edit it.")]);
    equal(ends.map((end) => end.stopReason), ["end_turn", "end_turn"], "stop reasons");
    equal(agent.text(first.sessionId), "Reading.Done.", "text of the first");
    equal(agent.text(second.sessionId), "Reading.Done.", "text of the second");
    equal([one, two].map((cwd) => readFileSync(join(cwd, "a.txt"), "utf8")), ["two\n", "two\n"], "the files");
    const { sessions } = await agent.agent.request("session/list", { cwd: two });
    equal(sessions.map((s) => s.sessionId), [third.sessionId, second.sessionId], "sessions of the folder");
    await agent.agent.request("session/close", { sessionId: second.sessionId });
    await agent.agent.request("session/delete", { sessionId: second.sessionId });
    equal((await agent.agent.request("session/list", { cwd: two })).sessions.length, 1, "after the deletion");
    await agent.end();
  },

  async "what cannot be done is answered, and the connection is usable"() {
    const agent = new Agent(script("turns: [ {text: hi} ]"), { capabilities: { session: { notices: {} } } });
    const { sessionId } = await agent.open(workspace(), [{ name: "tickets", command: "/bin/false", args: [], env: [] }]);
    const refused = async (method, params) => {
      try {
        await agent.agent.request(method, params);
      } catch (error) {
        return error.code;
      }
      return "answered";
    };
    equal(await refused("_drover.dev/unknown", {}), -32601, "unknown method");
    equal(await refused("session/new", { cwd: "relative", mcpServers: [] }), -32602, "relative folder");
    equal(await refused("session/load", { sessionId: "s-none", cwd: workspace(), mcpServers: [] }), -32002, "unknown session");
    await agent.agent.notify("_drover.dev/unknown", {});
    equal((await agent.prompt(sessionId, "Hello")).stopReason, "end_turn", "stop reason");
    check(agent.of("notice").some((u) => u.description.includes("tickets")), "a warning names the MCP server");
    await agent.end();
  },
};

let failed = 0;
mkdirSync(folder, { recursive: true });
check(existsSync(folder), "the folder exists");
for (const [name, conversation] of Object.entries(conversations)) {
  try {
    await conversation();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`failed ${name}: ${error.message}`);
  }
}
process.exit(failed);
