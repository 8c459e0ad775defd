import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../test/eventually.ts";
import { asProcessEnv } from "./process/as-process-env.ts";

/** The program under test, which runs as a separate process. */
const script = join(import.meta.dirname, "webhooks-listen.mjs");
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

function start(args: string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    env: asProcessEnv({ PATH: process.env.PATH }),
  });
  closings.push(() => child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = once(child, "close").then(([code]) => code);
  const lines = () => out.split("\n").slice(0, -1);
  return { child, ended, lines, out: () => out, err: () => err };
}

/** Starts the listener with `--json` on a free port. */
async function startJson(args: string[]) {
  const started = start(["--json", "--port", "0", ...args]);
  const printed = () => started.lines().map((line) => JSON.parse(line));
  await eventually(() => expect(started.out()).toContain("listening"));
  return { ...started, printed, listening: printed()[0] };
}

async function send(
  url: string,
  {
    id,
    body = '{"event":"user.kyc-event","data":{}}',
    headers,
  }: { id: string; body?: string; headers?: Record<string, string> },
) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
      "x-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
      "x-webhook-sequence": "3",
      "x-webhook-attempt": "1",
      ...headers,
    },
  });
  await response.text();
  return response.status;
}

test("prints each webhook with its exact bytes, and a summary when Ctrl-C ends it", async () => {
  const listener = await startJson(["--secret", secret]);
  const { url } = listener.listening;
  const body = '{"event":"user.kyc-event",  "data":{"firstName":"Zoë"}}';
  expect(await send(url, { id: "evt_1", body, headers: { "x-webhook-test": "true" } })).toBe(200);
  expect(await send(url, { id: "evt_1", body })).toBe(200);
  expect(await send(url, { id: "evt_2", headers: { "x-webhook-signature": "00" } })).toBe(200);
  expect(await send(url, { id: "evt_1" })).toBe(200);
  await eventually(() => expect(listener.printed()).toHaveLength(5));
  const [first, again, wrong, other] = listener.printed().slice(1);
  const parts = { kind: "webhook", event: "user.kyc-event", id: "evt_1", sequence: 3, attempt: 1 };
  expect(first).toMatchObject({ ...parts, isTest: true, times: 1, sameBody: true, status: 200 });
  expect(first.signatures).toEqual({ xWebhookSignature: "ok", standardWebhooks: "ok" });
  expect(Buffer.from(first.body, "base64").toString()).toBe(body);
  expect(first.headers["webhook-id"]).toBe("evt_1");
  expect(again).toMatchObject({ id: "evt_1", isTest: false, times: 2, sameBody: true });
  expect(wrong.signatures.xWebhookSignature).toContain("wrong");
  expect(wrong.signatures.standardWebhooks).toBe("ok");
  expect(other).toMatchObject({ id: "evt_1", times: 3, sameBody: false });

  listener.child.kill("SIGINT");
  expect(await listener.ended).toBe(0);
  expect(listener.printed().at(-1)).toEqual({
    kind: "stopped",
    webhooks: 4,
    events: 2,
    duplicates: 2,
    wrongSignatures: 1,
  });
});

test("responds with the given failures, status and delay", async () => {
  const flags = ["--fail-first", "2", "--status", "503", "--delay-ms", "200"];
  const { listening, printed } = await startJson(flags);
  const { url } = listening;
  const startMs = performance.now();
  expect(await send(url, { id: "evt_1" })).toBe(503);
  expect(performance.now() - startMs).toBeGreaterThan(199);
  expect(await send(url, { id: "evt_1" })).toBe(503);
  expect(await send(url, { id: "evt_2" })).toBe(503);
  expect(await send(url, { id: "evt_1" })).toBe(200);
  await eventually(() => expect(printed()).toHaveLength(5));
  expect(printed()[1].signatures.standardWebhooks).toContain("not checked");
  expect((await fetch(url)).status).toBe(405);
  expect(await send(url, { id: "evt_3", body: "x".repeat(1024 * 1024 + 1) })).toBe(413);
});

/** Simulates Set Webhook of the service. */
async function serviceAnswering(status: number, answer: unknown) {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  const sent: Promise<number>[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ url: request.url, authorization: request.headers.authorization, body });
    const { webhookUrl } = JSON.parse(body);
    // An event may be sent before the response with the secret.
    if (status === 200) sent.push(send(webhookUrl, { id: "evt_early" }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  closings.push(() => server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { baseUrl: `http://127.0.0.1:${port}`, asked, sent };
}

test("registers itself as the webhook, and checks the first event with the secret that it received", async () => {
  const { baseUrl, asked, sent } = await serviceAnswering(200, { data: { webhookSecret: secret } });
  const { listening, printed } = await startJson(["--register", baseUrl, "--api-key", "sk_x"]);
  expect(asked).toEqual([
    {
      url: "/api/v1/partner/profile/webhook",
      authorization: "Bearer sk_x",
      body: JSON.stringify({ webhookUrl: listening.url }),
    },
  ]);
  expect(listening).toMatchObject({ registeredAt: baseUrl, secret });
  expect(await Promise.all(sent)).toEqual([200]);
  await eventually(() => expect(printed()).toHaveLength(2));
  expect(printed()[1].signatures).toEqual({ xWebhookSignature: "ok", standardWebhooks: "ok" });
});

const refused = {
  status: "error",
  message: "error",
  data: { error: [{ property: "webhookUrl", constraints: { isHttpsUrl: "must be https" } }] },
};

test.each([
  [400, refused, ["must be https", "WEBHOOK_ALLOW_LOOPBACK=on"]],
  [401, { message: "UNAUTHORIZED", data: { error: "no such key" } }, ["no such key", "--api-key"]],
  [404, "<html>", ["Is --register its address?"]],
])("refused with %i: prints the reason and what to do", async (status, answer, words) => {
  const { baseUrl } = await serviceAnswering(status, answer);
  const listener = start(["--port", "0", "--register", baseUrl, "--api-key", "sk_x"]);
  expect(await listener.ended).toBe(2);
  for (const word of words) expect(listener.err()).toContain(word);
  expect(listener.err()).not.toMatch(/^ +at /m);
});

test("no service responds, or another program uses the port: prints that and ends", async () => {
  const { baseUrl } = await serviceAnswering(200, {});
  const port = new URL(baseUrl).port;
  const taken = start(["--port", port]);
  expect(await taken.ended).toBe(12);
  expect(taken.err()).toContain(`already listens on 127.0.0.1:${port}`);
  for (const close of closings.splice(0)) close();
  const alone = start(["--port", "0", "--register", baseUrl, "--api-key", "sk_x"]);
  expect(await alone.ended).toBe(2);
  expect(alone.err()).toContain(`Nothing answers at ${baseUrl} (ECONNREFUSED)`);
});

test("without --json: prints text for people, and escapes received control characters", async () => {
  const listener = start(["--port", "0", "--secret", secret]);
  await eventually(() => expect(listener.out()).toContain("listening on "));
  const url = /http:\S+/.exec(listener.out())?.[0] ?? "";
  const body = JSON.stringify({
    event: "user.kyc-event",
    data: { lastName: "\u009b2J\u202eevil" },
  });
  await send(url, { id: "evt_1", body });
  await send(url, { id: "evt_1", body, headers: { "x-webhook-signature": "00" } });
  // The listener prints before it responds, but its output may arrive here later.
  await eventually(() => expect(listener.out()).toContain("✗ wrong"));
  expect(listener.out()).toMatch(
    /user\.kyc-event {2}evt_1 {2}sequence 3 {2}attempt 1 {2}answered 200/,
  );
  expect(listener.out()).toContain("X-Webhook-Signature ok   webhook-signature ok");
  expect(listener.out()).toContain("seen before: came 2 times");
  expect(listener.out()).toContain("\\u{9b}2J\\u{202e}evil");
  expect(listener.out()).not.toMatch(/[\u009b\u202e]/);
});

test("--help prints the usage and exits with 0", async () => {
  const help = start(["--help"]);
  expect(await help.ended).toBe(0);
  expect(help.out()).toContain("--fail-first");
});
