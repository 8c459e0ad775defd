import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { signInOverHttp } from "../test/http/sign-in-over-http.ts";
import { startWebhookListener, type WebhookListener } from "../test/http/webhook-listener.ts";
import { canReadMemory, memoryHas, processTree } from "../test/service/memory-of.ts";
import { prepareRoles, type RoleProcess } from "../test/service/role-processes.ts";

/** A web process without keys and a worker, together: docs/custody.md. */
test.describe.configure({ mode: "serial" });

let roles: Awaited<ReturnType<typeof prepareRoles>>;
let web: RoleProcess;
let worker: RoleProcess;
let listener: WebhookListener;

test.beforeAll(async () => {
  roles = await prepareRoles();
});
test.afterAll(async () => {
  await listener?.stop();
  await roles?.stop();
});

const partner = () => roles.demo.partners[0] ?? fail();
const admin = () => roles.demo.admins[0] ?? fail();
const code = () => new TOTP({ secret: admin().totpSecret }).generate();
function fail(): never {
  throw new Error("The demo lacks people.");
}

async function api(path: string, body?: unknown) {
  const answer = await fetch(`${web.baseUrl}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${partner().apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

const statusAt = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers, redirect: "manual" })).status;

test("a web process refuses to start with a key and names its setting", async () => {
  const refused = await roles.serve("web", {
    ...roles.withoutKeys,
    CHAIN_TREASURY_KEY: roles.keys.treasury,
  });
  expect(await refused.ended).toBe(2);
  // The end may come before the last of the output.
  await expect
    .poll(() => refused.output())
    .toContain("CHAIN_TREASURY_KEY must not be set in a web process");
  expect(refused.output()).not.toContain(roles.keys.treasury.slice(2));
});

test("each role serves its own addresses", async () => {
  web = await roles.serve("web", roles.withoutKeys);
  worker = await roles.serve("worker", roles.withKeys);
  await Promise.all([web.untilReady(), worker.untilReady()]);
  const cron = { authorization: `Bearer ${roles.cronSecret}` };
  const send = "/api/internal/chain/send";
  expect(await statusAt(`${web.baseUrl}/sign-in`)).toBe(200);
  expect(await statusAt(`${web.baseUrl}${send}`, cron)).toBe(404);
  expect(await statusAt(`${web.baseUrl}/api/internal/chain/%73end`, cron)).toBe(404);
  expect(await statusAt(`${worker.baseUrl}${send}`, cron)).toBe(200);
  expect(await statusAt(`${worker.baseUrl}/api/internal/metrics`, cron)).toBe(200);
  for (const path of [
    "/",
    "/sign-in",
    "/api/v1/partner/wallet/balance",
    "/api/%76%31/partner/card",
  ])
    expect(await statusAt(`${worker.baseUrl}${path}`)).toBe(404);
});

test("a deposit, a withdrawal, its payout and the webhooks go through both", async () => {
  listener = await startWebhookListener([
    ...["--register", web.baseUrl, "--api-key", partner().apiKey],
  ]);
  const heard = (event: string, text = "") =>
    listener.heard.some(
      (each) => each.event === event && Buffer.from(each.body, "base64").includes(text),
    );
  await api("/sandbox/deposits", {
    to: "wallet",
    amount: 250,
    chain: "base-sepolia",
    token: "usdc",
  });
  await expect.poll(() => heard("wallet.deposit.crypto")).toBe(true);

  const toAddress = `0x${"5a".repeat(20)}`;
  const { id } = await api("/partner/withdrawal", { amount: 100, toAddress });
  const { email, password } = admin();
  const cookie = await signInOverHttp(web.baseUrl, { email, password, totp: code() });
  const approval = await fetch(`${web.baseUrl}/api/admin/withdrawals/${id}/approve`, {
    method: "POST",
    headers: { cookie, origin: web.baseUrl, "content-type": "application/json" },
    body: JSON.stringify({ totp: code() }),
  });
  expect([approval.status, approval.ok ? "" : await approval.text()]).toEqual([200, ""]);
  const status = async () => (await api(`/partner/withdrawal/${id}`)).status;
  await expect.poll(status, { timeout: 4 * 60_000 }).toBe("completed");
  await expect.poll(() => heard("wallet.withdrawal.crypto", id)).toBe(true);
});

test("a card event that the web process commits is delivered by the worker", async () => {
  const { cards } = await api("/partner/card");
  const card = cards.find((each: { status: string }) => each.status === "active");
  const before = listener.heard.length;
  await api(`/sandbox/cards/${card.serviceCardId}/authorizations`, {
    ...{ amount: 999_999, merchantName: "Yacht", merchantCountry: "MC" },
  });
  await expect.poll(() => listener.heard.length).toBeGreaterThan(before);
});

test("the keys were never in the environment or the memory of the web process", async () => {
  test.skip(!canReadMemory, "the memory of a process can be read by root on Linux alone");
  const { treasury, relayer, depositXprv } = roles.keys;
  const texts = [treasury.slice(2), relayer.slice(2), depositXprv];
  const needles = texts.map((text) => Buffer.from(text, "latin1"));
  const raw = [treasury, relayer].map((key) => Buffer.from(key.slice(2), "hex"));
  const tree = (root: RoleProcess) => processTree(root.child.pid ?? fail());
  const environmentHas = (pid: number) =>
    needles.some((needle) => readFileSync(`/proc/${pid}/environ`).includes(needle));
  // The worker shows that the search finds keys.
  expect(tree(worker).some(environmentHas)).toBe(true);
  expect(tree(worker).some((pid) => memoryHas(pid, needles))).toBe(true);
  expect(tree(web).length).toBeGreaterThan(1);
  expect(tree(web).some(environmentHas)).toBe(false);
  expect(tree(web).some((pid) => memoryHas(pid, [...needles, ...raw]))).toBe(false);
});

test("a worker with another key does not start", async () => {
  const { relayer } = roles.keys;
  const swapped = await roles.serve("worker", {
    ...roles.withKeys,
    CHAIN_TREASURY_KEY: `0x${"7".repeat(64)}`,
    CHAIN_RELAYER_KEY: relayer,
  });
  expect(await swapped.ended).toBe(1);
});
