import "@/test/database";
import { toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { endTests, sql } from "@/test/fixtures/make";
import { chainReady } from "./check-network";
import { findNetwork } from "./find-network";
import type { Network } from "./networks";

const DECIMALS = "0x313ce567";
const DOMAIN_SEPARATOR = "0x3644e515";
const calls =
  (selector: string) =>
  ([call]: unknown[]) =>
    (call as { data?: string }).data === selector;

let chain: TestChain;
let proxy: ChainProxy;
let clockMs = 0;
beforeAll(async () => {
  chain = await startChain();
});
beforeEach(async () => {
  // A new URL, because check results are cached by URL.
  proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  clockMs = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => clockMs);
  await sql("DELETE FROM alerts");
  await sql("DELETE FROM chain_status");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.stop();
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

const later = (ms: number) => {
  clockMs += ms;
};
const status = async () => (await sql("SELECT * FROM chain_status"))[0];
const openAlerts = () =>
  sql("SELECT kind, subject, text FROM alerts WHERE closed_at IS NULL ORDER BY subject");
const tellWrong = (selector: string, value: bigint) =>
  proxy.setFault(
    "eth_call",
    { kind: "rewrite", result: () => toHex(value, { size: 32 }) },
    { when: calls(selector) },
  );

test("a node of the chain with its tokens is ready and is not checked at each poll", async () => {
  expect(await chainReady(chain.network)).toBe(true);
  const asked = proxy.calls().length;
  expect(await chainReady(chain.network)).toBe(true);
  expect(proxy.calls()).toHaveLength(asked);
  expect(await openAlerts()).toEqual([]);
});

test("callers at the same time share one check", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => chainReady(chain.network)));
  expect(answers).toEqual([true, true, true]);
  expect(proxy.calls("eth_chainId")).toHaveLength(1);
});

test.each([
  [
    "another chain",
    () => proxy.setFault("eth_chainId", { kind: "rewrite", result: () => "0x1" }),
    /^base-sepolia is stopped: its node is of chain 1, and not of 84532\. Set RPC_URL_BASE_SEPOLIA/,
  ],
  ["other decimals", () => tellWrong(DECIMALS, 18n), /usdc at 0x036C.* has 18 decimals, and not 6/],
  [
    "another domain",
    () => tellWrong(DOMAIN_SEPARATOR, 7n),
    /the EIP-712 domain of usdc at 0x036C.* is not that of "USDC", version "2"/,
  ],
  [
    "no token there",
    () =>
      proxy.setFault(
        "eth_call",
        { kind: "rewrite", result: () => "0x" },
        { when: calls(DECIMALS) },
      ),
    /there is no token usdc at 0x036C/,
  ],
  [
    "a token that refuses to say",
    () =>
      proxy.setFault(
        "eth_call",
        { kind: "refuse", code: 3, message: "execution reverted" },
        { when: calls(DOMAIN_SEPARATOR) },
      ),
    /the EIP-712 domain/,
  ],
])("%s stops the chain, with the reason in its status and one alert", async (_, lie, reason) => {
  lie();
  expect(await chainReady(chain.network)).toBe(false);
  later(60_000);
  expect(await chainReady(chain.network)).toBe(false);
  expect((await status()).fault).toMatch(reason);
  const alerts = await openAlerts();
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({ kind: "chain_stopped", subject: "base-sepolia" });
  expect(alerts[0].text).toMatch(reason);
});

test("a corrected node continues automatically, and its alert is closed", async () => {
  proxy.setFault("eth_chainId", { kind: "rewrite", result: () => "0x1" });
  expect(await chainReady(chain.network)).toBe(false);
  proxy.clearFaults();
  // A failed node is not checked at every call.
  expect(await chainReady(chain.network)).toBe(false);
  later(1_001);
  expect(await chainReady(chain.network)).toBe(true);
  expect(await openAlerts()).toEqual([]);
});

test.each([
  { kind: "status", status: 503, passOn: false },
  { kind: "reset", passOn: false },
  { kind: "cut" },
  { kind: "refuse", message: "daily request count exceeded" },
] as const)("a node that fails with %o is not ready, without an alert", async (fault) => {
  proxy.setFault("*", fault);
  expect(await chainReady(chain.network)).toBe(false);
  expect((await status()).fault).toMatch(/no answer/);
  expect(await openAlerts()).toEqual([]);
  proxy.clearFaults();
  later(1_001);
  expect(await chainReady(chain.network)).toBe(true);
});

test("an unreachable node is not ready until it is back", async () => {
  await chain.goDown();
  expect(await chainReady(chain.network)).toBe(false);
  await chain.comeBack();
  later(1_001);
  expect(await chainReady(chain.network)).toBe(true);
});

test("a node that is replaced by a wrong one is detected", async () => {
  expect(await chainReady(chain.network)).toBe(true);
  proxy.setFault("eth_chainId", { kind: "rewrite", result: () => "0x1" });
  later(300_001);
  expect(await chainReady(chain.network)).toBe(false);
  expect(await openAlerts()).toHaveLength(1);
});

test("a hanging node is abandoned after the request timeout", async () => {
  process.env.CHAIN_RPC_TIMEOUT_MS = "200";
  chain.pointTo(proxy.url);
  proxy.setFault("eth_chainId", { kind: "hang", passOn: false });
  expect(await chainReady(chain.network)).toBe(false);
  delete process.env.CHAIN_RPC_TIMEOUT_MS;
});

test("a chain without a node is off without an alert", async () => {
  chain.pointTo(undefined);
  expect(await chainReady(chain.network)).toBe(false);
  expect(await status()).toBeUndefined();
});

test("every token of a network is checked with its own domain", async () => {
  // Only production has a network with several tokens, and it refuses nodes of staging.
  chain.pointTo(undefined);
  vi.stubEnv("SERVICE_ENVIRONMENT", "production");
  vi.stubEnv("BASE_URL", "https://cards.example.com");
  vi.stubEnv("NEXTAUTH_URL", "https://cards.example.com");
  const polygon = findNetwork("production", "polygon") as Network;
  const other = await startChain({ network: polygon });
  const between = await startChainProxy(other.rpcUrl);
  other.pointTo(between.url);
  expect(await chainReady(polygon)).toBe(true);
  const asked = between.calls("eth_call").map(({ params }) => (params[0] as { to: string }).to);
  for (const { address } of polygon.tokens) expect(asked).toContain(address);
  await between.stop();
  await other.stop();
  other.pointTo(undefined);
  vi.unstubAllEnvs();
});
