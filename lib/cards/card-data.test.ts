import "@/test/database";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryFolder, typeScriptArguments } from "@/bin/bootstrap/paths.mjs";
import { type DatabaseFiles, walRecords, watchDatabaseFiles } from "@/test/database/database-files";
import { eventsOf } from "@/test/fixtures/books";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Canary, findCanaries } from "@/test/http/canaries";
import type { CardDataReport } from "@/test/http/card-data-requests";
import { startStripe } from "@/test/providers/stripe";

/** Threat 22: only Get Card returns card data. The tests search for these canaries in all other outputs and files. */
let canaries: Canary[];
let answers: string[];
let opened: string;
let partner: TestPartner;
let files: DatabaseFiles;
/** The complete output of the process that served the requests. */
let output: string;

/** Serves the requests in a separate process, because a test cannot intercept the log of its own process. */
async function serveRequests(
  apiKey: string,
  serviceIds: string[],
  settings: Record<string, string>,
): Promise<void> {
  const script = typeScriptArguments("test/http/card-data-requests.ts", apiKey, ...serviceIds);
  const child = spawn(process.execPath, script, {
    cwd: repositoryFolder,
    env: { ...process.env, LOG_LEVEL: "debug", ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (!child.stdout || !child.stderr) throw new Error("the requests' process has no output");
  child.on("message", (message) => {
    ({ canaries, answers, opened } = message as CardDataReport);
  });
  // Not "exit", which may come before the report.
  const ended = once(child, "close");
  const written = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  output = written.join("");
  const [code] = await ended;
  if (code !== 0) throw new Error(`the requests failed:\n${output}`);
}

/** The sandbox keeps sealed copies of number and CVV; cards of a real issuer have none here. */
const ISSUERS = {
  "the sandbox": async () => ({ settings: {}, stop: async () => {} }),
  Stripe: async () => {
    const stripe = await startStripe();
    const settings = {
      CARD_ISSUER: "stripe",
      CARD_COUNTRIES: "NG",
      STRIPE_SECRET_KEY: stripe.apiKey,
      STRIPE_AUTHORIZATION_WEBHOOK_SECRET: stripe.endpoints.authorizations.secret,
      STRIPE_EVENTS_WEBHOOK_SECRET: stripe.endpoints.events.secret,
      STRIPE_API_BASE: stripe.url,
    };
    return { settings, stop: stripe.stop };
  },
};

const numbers = () => canaries.filter(({ name }) => name === "a number").map(({ text }) => text);

const cards = () =>
  sql("SELECT id, cards::text AS row FROM cards WHERE partner_id = $1", [partner.partnerId]);

afterAll(endTests);

describe.each(Object.entries(ISSUERS))("with cards of %s", (_, start) => {
  beforeAll(async () => {
    partner = await makePartner();
    const users = await Promise.all([1, 2, 3].map(() => makeApprovedUser(partner)));
    files = await watchDatabaseFiles();
    const { settings, stop } = await start();
    await serveRequests(partner.apiKey, users, settings);
    await stop();
  });
  afterAll(() => files.stop());

  describe("the database", () => {
    test("has no plain number or CVV in any row of any table", async () => {
      const dump = await files.dump();
      const stored = await cards();
      expect(stored).toHaveLength(3);
      for (const { id } of stored) expect(dump).toContain(id);
      const [{ requests }] = await sql(
        "SELECT count(*)::int AS requests FROM request_log WHERE partner_id = $1",
        [partner.partnerId],
      );
      expect(requests).toBe(3 * 19);
      expect(findCanaries(dump, canaries)).toEqual([]);
    });

    test("has none in its write-ahead log, which also has rolled-back changes", async () => {
      const wal = await files.readWal();
      for (const { id } of await cards()) expect(wal.includes(id)).toBe(true);
      expect(findCanaries(wal, canaries)).toEqual([]);
    });

    test("has none in its errors about refused statements", async () => {
      const log = await files.readLog();
      expect(findCanaries(log, canaries)).toEqual([]);
      expect(log).toMatch(/ERROR: .*STATEMENT: [^\n]*commit/s);
    });

    test("does not have the digits between first6 and last4", async () => {
      const all = (await cards()).map(({ row }) => row).join("\n");
      for (const number of numbers()) expect(all).not.toContain(number.slice(6, 12));
    });

    test("self-test: card data is found in each form, also across a page boundary", async () => {
      const [canary] = canaries;
      if (!canary) throw new Error("no card was issued");
      const { text, name } = canary;
      const asBase64 = (before: string) => Buffer.from(`${before}${text}"}`).toString("base64");
      const forms = [text, text.replace(/(....)/g, "$1 "), Buffer.from(text).toString("hex")];
      for (const form of [...forms, asBase64(""), asBase64("{"), asBase64('{"')])
        expect(findCanaries(`row:${form},`, [canary])).toEqual([name]);
      expect(findCanaries(text.slice(0, -1), [canary])).toEqual([]);
      const pages = Buffer.alloc(2 * 8_192);
      pages.write(text.slice(0, 7), 8_192 - 7);
      pages.write(text.slice(7), 8_192 + 24);
      expect(findCanaries(walRecords(pages), [canary])).toEqual([name]);
    });
  });

  describe("the log", () => {
    test("has a line for every request, and neither numbers, CVVs, keys nor names", () => {
      const lines = output.trim().split("\n");
      expect(lines.length).toBeGreaterThan(30);
      expect(findCanaries(output, canaries)).toEqual([]);
      for (const number of numbers()) expect(output).not.toContain(number.slice(6));
      expect(output).not.toContain(partner.apiKey);
      expect(output).not.toMatch(/Amara|Okafor|@example\.com|Marina Road|8031234567/);
    });

    test("is one JSON object a line: the operation, its path without ids, the status, the partner", () => {
      for (const line of output.trim().split("\n")) {
        const { time, requestId, operation, method, path, status, durationMs, ...rest } =
          JSON.parse(line);
        expect(new Date(time).toISOString()).toBe(time);
        expect(requestId).toMatch(/^req_/);
        expect(operation).toMatch(/^[a-zA-Z]+$/);
        expect(path).not.toMatch(/card_|txn_/);
        expect([typeof method, typeof status, typeof durationMs]).toEqual([
          "string",
          "number",
          "number",
        ]);
        expect(Object.keys(rest).sort()).toEqual(["level", "msg", "partnerId"]);
        expect(rest.partnerId).toBe(partner.partnerId);
      }
    });
  });

  test("the bodies of the events have neither number nor CVV", async () => {
    const events = await eventsOf(partner.partnerId);
    expect(events.length).toBeGreaterThan(6);
    expect(findCanaries(JSON.stringify(events), canaries)).toEqual([]);
  });

  test("of all responses, also refusals, only Get Card has them", async () => {
    expect(answers).toHaveLength(3 * 17);
    expect(findCanaries(answers.join("\n"), canaries)).toEqual([]);
    expect(findCanaries(opened, canaries)).toEqual(["a number", "a CVV"]);
  });
});
