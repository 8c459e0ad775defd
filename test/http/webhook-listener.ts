import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const script = join(resolve(import.meta.dirname, "../.."), "bin/webhooks-listen.mjs");

/** A line of `npm run webhooks:listen -- --json` for a webhook that arrived; see bin/bootstrap/webhooks/report-webhooks.mjs. */
export interface HeardWebhook {
  kind: "webhook";
  receivedAt: string;
  event?: string;
  id?: string;
  sequence?: number;
  attempt?: number;
  isTest: boolean;
  /** How often this id has come, with this one. */
  times: number;
  /** The bytes are those that came first with this id. */
  sameBody: boolean;
  /** "ok", or why not. */
  signatures: { xWebhookSignature: string; standardWebhooks: string };
  status: number;
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

export interface WebhookListener {
  child: ChildProcess;
  url: string;
  secret: string | undefined;
  /** All that arrived so far, in its order. */
  heard: readonly HeardWebhook[];
  /** Ends it as Ctrl-C does, once all that it printed was read. Returns its exit code. */
  stop: () => Promise<number>;
}

/** The real `npm run webhooks:listen` as a process of its own, on a free port. */
export async function startWebhookListener(args: string[] = []): Promise<WebhookListener> {
  const child = spawn(process.execPath, [script, "--json", "--port", "0", ...args], {
    // Nothing of ours: a WEBHOOK_SECRET or API_KEY of the environment would count.
    env: { NODE_ENV: "production", PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // The channel tells it when this process is gone.
  });
  const heard: HeardWebhook[] = [];
  let complaint = "";
  child.stderr?.on("data", (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise<number>((done) => child.once("close", (code) => done(code ?? -1)));
  const started = await new Promise<{ url: string; secret?: string }>((done, fail) => {
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      const told = JSON.parse(line);
      if (told.kind === "listening") done(told);
      if (told.kind === "webhook") heard.push(told);
    });
    ended.then((code) => fail(new Error(`The listener ended with ${code}:\n${complaint}`)));
  });
  return {
    child,
    url: started.url,
    secret: started.secret,
    heard,
    stop() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
