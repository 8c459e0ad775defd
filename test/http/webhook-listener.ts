import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const script = join(resolve(import.meta.dirname, "../.."), "bin/webhooks-listen.mjs");

/** A line of `npm run webhooks:listen -- --json` for a webhook; see bin/bootstrap/webhooks/report-webhooks.mjs. */
export interface HeardWebhook {
  kind: "webhook";
  receivedAt: string;
  event?: string;
  id?: string;
  sequence?: number;
  attempt?: number;
  isTest: boolean;
  /** How often this id was received, including this time. */
  times: number;
  /** Whether the bytes equal the first ones with this id. */
  sameBody: boolean;
  /** "ok", or the reason for which the signature is not accepted. */
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
  /** All webhooks received so far, in order. */
  heard: readonly HeardWebhook[];
  /** Stops it as Ctrl-C does. Returns its exit code once its whole output has been read. */
  stop: () => Promise<number>;
}

/** Starts the real `npm run webhooks:listen` as a separate process on a free port. */
export async function startWebhookListener(args: string[] = []): Promise<WebhookListener> {
  const child = spawn(process.execPath, [script, "--json", "--port", "0", ...args], {
    // Without our environment: the listener would use its WEBHOOK_SECRET or API_KEY.
    env: { NODE_ENV: "production", PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // The listener sees the end of this process by the closed channel.
  });
  const heard: HeardWebhook[] = [];
  let complaint = "";
  child.stderr?.on("data", (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise<number>((done) => child.once("close", (code) => done(code ?? -1)));
  const started = await new Promise<{ url: string; secret?: string }>((done, fail) => {
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.kind === "listening") done(message);
      if (message.kind === "webhook") heard.push(message);
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
