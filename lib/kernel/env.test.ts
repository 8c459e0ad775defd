import { describe, expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "./env";

const complete: Record<string, string | undefined> = testEnvironment(
  "postgresql://postgres@127.0.0.1:5432/test",
);

/** The settings that the service requires to start, in either environment. */
const REQUIRED = [
  "DATABASE_URL",
  "SERVICE_ENVIRONMENT",
  "BASE_URL",
  "NEXTAUTH_URL",
  "NEXTAUTH_SECRET",
  "CRON_SECRET",
  "LINK_SECRET",
  "CARD_KEYS",
  "DEPOSIT_XPUB",
  "KYC_PROVIDER",
  "CARD_ISSUER",
];

function complaints(change: Record<string, string | undefined>): string[] {
  try {
    readEnv({ ...complete, ...change });
    return [];
  } catch (error) {
    const [head, ...lines] = String(error instanceof Error ? error.message : error).split("\n");
    expect(head).toContain(".env.example");
    return lines.map((line) => line.trim());
  }
}

test("the settings of the tests are complete; absent ones have their defaults", () => {
  const env = readEnv({ ...complete, SCHEDULER: undefined, LOG_LEVEL: undefined });
  expect(env).toMatchObject({ SCHEDULER: "on", LOG_LEVEL: "info", DATABASE_POOL_SIZE: 16 });
  expect(env.DATABASE_DIRECT_URL).toBeUndefined();
});

test.each(REQUIRED)("%s is named when it is missing", (name) => {
  expect(complaints({ [name]: undefined })).toEqual([`${name} is missing`]);
});

test.each(["", "  "])("an empty setting (%j) counts as missing", (nothing) => {
  for (const name of REQUIRED)
    expect(complaints({ [name]: nothing })).toEqual([`${name} is missing`]);
  const optional = {
    CHAIN_START_BLOCK_BASE: nothing,
    CHAIN_SWEEP_MIN_USD: nothing,
    TRUSTED_PROXY_HOPS: nothing,
    WEBHOOK_RETRY_DELAYS_S: nothing,
    CHAIN_SIGNER_MNEMONIC: nothing,
    PKCS11_PIN: nothing,
  };
  const unset = Object.fromEntries(Object.keys(optional).map((name) => [name, undefined]));
  expect(readEnv({ ...complete, ...optional })).toEqual(readEnv({ ...complete, ...unset }));
});

test.each([
  ...["CHAIN_SWEEP_MS", "CHAIN_RECONCILE_MS", "WEBHOOK_SWEEP_MS", "DATABASE_ANSWER_TIMEOUT_MS"],
  ...["CHAIN_RPC_TIMEOUT_MS", "WEBHOOK_TIMEOUT_MS", "REQUEST_TIMEOUT_MS"],
])("%s is not longer than a timer can be", (name) => {
  const lease = { WEBHOOK_LEASE_MS: "2147483647" };
  const longest = { ...lease, [name]: name === "WEBHOOK_TIMEOUT_MS" ? "2147483646" : "2147483647" };
  expect(complaints(longest)).toEqual([]);
  expect(complaints({ ...lease, [name]: "31536000000" })).toContainEqual(
    expect.stringMatching(new RegExp(`^${name} .*2147483647`)),
  );
});

test("the limit of a shutdown is not shorter than its drain", () => {
  expect(readEnv(complete)).toMatchObject({ SHUTDOWN_DRAIN_MS: 5_000, SHUTDOWN_LIMIT_MS: 20_000 });
  expect(readEnv({ ...complete, SHUTDOWN_DRAIN_MS: "0", SHUTDOWN_LIMIT_MS: "0" })).toMatchObject({
    SHUTDOWN_LIMIT_MS: 0,
  });
  expect(complaints({ SHUTDOWN_LIMIT_MS: "4999" })).toEqual([
    "SHUTDOWN_LIMIT_MS must not be less than SHUTDOWN_DRAIN_MS",
  ]);
  expect(complaints({ SHUTDOWN_DRAIN_MS: "soon" })).toHaveLength(1);
});

test("all missing settings are named in one message", () => {
  const nothing = Object.fromEntries(Object.keys(complete).map((name) => [name, undefined]));
  expect(complaints(nothing).sort()).toEqual(REQUIRED.map((name) => `${name} is missing`).sort());
});

test("missing settings of sandbox providers are named with the others", () => {
  expect(complaints({ CRON_SECRET: undefined, SANDBOX_SECRET: undefined }).sort()).toEqual([
    "CRON_SECRET is missing",
    "SANDBOX_SECRET is missing",
  ]);
});

test("missing and invalid settings are named together without their values", () => {
  const found = complaints({
    CRON_SECRET: "too short",
    LINK_SECRET: undefined,
    SCHEDULER: "often",
  });
  expect(found.map((line) => line.split(" ")[0]).sort()).toEqual([
    "CRON_SECRET",
    "LINK_SECRET",
    "SCHEDULER",
  ]);
  expect(found.join()).not.toContain("too short");
});

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

describe("invalid values", () => {
  test.each([
    ["DATABASE_URL", "mysql://root@127.0.0.1/x"],
    ["DATABASE_URL", "127.0.0.1"],
    ["DATABASE_DIRECT_URL", "http://127.0.0.1"],
    ["DATABASE_POOL_SIZE", "0"],
    ["DATABASE_POOL_SIZE", "many"],
    ["SERVICE_ENVIRONMENT", "test"],
    ["CELL", "A"],
    ["CELL", "a_b"],
    ["CELL", "abcdefghi"],
    ["BASE_URL", "ftp://cards.example.com"],
    ["NEXTAUTH_SECRET", Buffer.alloc(31).toString("base64")],
    ["LINK_SECRET", "short"],
    ["CARD_KEYS", key(1)],
    ["CARD_KEYS", `0:${key(1)}`],
    ["CARD_KEYS", `1:${key(1)},x:${key(2)}`],
    ["CARD_KEYS", `1:${Buffer.alloc(16).toString("base64")}`],
    ["CARD_KEYS", `1:${key(1)},1:${key(2)}`],
    ["DEPOSIT_XPUB", "xprv9s21ZrQH143K"],
    ["KYC_PROVIDER", "none"],
    ["CARD_ISSUER", "none"],
    ["SANDBOX_SECRET", "short"],
    ["LOG_LEVEL", "trace"],
    ["WEBHOOK_TIMEOUT_MS", "0"],
    ["WEBHOOK_TIMEOUT_MS", "10s"],
    ["WEBHOOK_RETRY_DELAYS_S", "30,"],
    ["WEBHOOK_RETRY_DELAYS_S", "30;120"],
    ["WEBHOOK_RETRY_DELAYS_S", "0.5"],
    ["WEBHOOK_RETRY_DELAYS_S", "-30"],
    ["WEBHOOK_MAX_IN_FLIGHT", "0"],
    ["WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER", "1.5"],
    ["WEBHOOK_SWEEP_MS", "-1"],
    ["WEBHOOK_PAUSE_AFTER_S", "never"],
    ["WEBHOOK_ALLOW_LOOPBACK", "true"],
  ])("%s may not be %j", (name, value) => {
    const found = complaints({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name} `));
  });

  test("SANDBOX_SECRET is needed by the sandbox providers", () => {
    expect(complaints({ SANDBOX_SECRET: undefined })[0]).toContain("SANDBOX_SECRET");
  });

  test.each([
    ["https://cards.example.com", 0],
    ["http://127.0.0.1:3000", 0],
    ["http://cards.example.com", 1],
    ["http://localhost.example.com", 1],
  ])("production is reached over https, or on this machine alone: %s", (BASE_URL, count) => {
    const change = { SERVICE_ENVIRONMENT: "production", BASE_URL, NEXTAUTH_URL: BASE_URL };
    expect(complaints(change)).toHaveLength(count);
  });
});

test.each([
  ["https://cards.example.com", "https://cards.example.com/api/auth", 0],
  ["https://cards.example.com", "https://cards.example.com:443", 0],
  ["https://cards.example.com", "https://login.example.com", 1],
  ["https://cards.example.com", "http://cards.example.com", 1],
  ["http://127.0.0.1:3000", "http://localhost:3000", 1],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3001", 1],
])("the sign-in URL is the service's: %s and %s", (BASE_URL, NEXTAUTH_URL, count) => {
  const found = complaints({ BASE_URL, NEXTAUTH_URL });
  expect(found).toHaveLength(count);
  for (const line of found) expect(line).toMatch(/^NEXTAUTH_URL must have the host and port/);
});

describe("webhooks", () => {
  test("follow design 7 by default", () => {
    expect(readEnv(complete)).toMatchObject({
      WEBHOOK_TIMEOUT_MS: 10_000,
      WEBHOOK_MAX_IN_FLIGHT: 256,
      WEBHOOK_MAX_IN_FLIGHT_PER_PARTNER: 16,
      WEBHOOK_SWEEP_MS: 30_000,
      WEBHOOK_LEASE_MS: 30_000,
      WEBHOOK_PAUSE_AFTER_S: 432_000,
    });
    const set = { WEBHOOK_RETRY_DELAYS_S: "0,5", WEBHOOK_TIMEOUT_MS: "500" };
    expect(readEnv({ ...complete, ...set })).toMatchObject({
      WEBHOOK_RETRY_DELAYS_S: [0, 5],
      WEBHOOK_TIMEOUT_MS: 500,
    });
  });

  test("reach this machine only with the setting", () => {
    expect(readEnv({ ...complete, WEBHOOK_ALLOW_LOOPBACK: undefined })).toMatchObject({
      WEBHOOK_ALLOW_LOOPBACK: "off",
    });
    expect(readEnv({ ...complete, WEBHOOK_ALLOW_LOOPBACK: "on" })).toMatchObject({
      WEBHOOK_ALLOW_LOOPBACK: "on",
    });
  });

  test("never reach this machine in production", () => {
    const url = "https://cards.example.com";
    const production = { SERVICE_ENVIRONMENT: "production", BASE_URL: url, NEXTAUTH_URL: url };
    expect(complaints({ ...production, WEBHOOK_ALLOW_LOOPBACK: "off" })).toEqual([]);
    expect(complaints({ ...production, WEBHOOK_ALLOW_LOOPBACK: "on" })).toEqual([
      "WEBHOOK_ALLOW_LOOPBACK must be off in production",
    ]);
  });

  test.each([
    ["10000", "10000", 1],
    ["10001", "10000", 0],
    ["9999", undefined, 1],
    [undefined, "30000", 1],
    [undefined, "29999", 0],
  ])("have a lease (%s ms) longer than an attempt (%s ms)", (lease, timeout, count) => {
    const found = complaints({ WEBHOOK_LEASE_MS: lease, WEBHOOK_TIMEOUT_MS: timeout });
    expect(found).toHaveLength(count);
    // A setting with its default value is not reported as "missing".
    expect(found.join()).toMatch(count === 0 ? /^$/ : /^WEBHOOK_LEASE_MS .*WEBHOOK_TIMEOUT_MS/);
  });
});

test("CARD_KEYS are read by version, with or without spaces", () => {
  const { CARD_KEYS } = readEnv({ ...complete, CARD_KEYS: `1:${key(1)}, 12:${key(2)}` });
  expect([...CARD_KEYS.keys()]).toEqual([1, 12]);
  expect(CARD_KEYS.get(12)).toEqual(Buffer.alloc(32, 2));
});

test("the newest of CARD_KEYS seals, or the configured one", () => {
  const ring = { CARD_KEYS: `1:${key(1)},2:${key(2)}` };
  expect(complaints({ ...ring, CARD_KEYS_SEAL_VERSION: "1" })).toEqual([]);
  expect(complaints({ ...ring, CARD_KEYS_SEAL_VERSION: "3" })).toEqual([
    "CARD_KEYS_SEAL_VERSION must be a version of CARD_KEYS",
  ]);
});

test("the background secret can be sent as a bearer", () => {
  const found = ["CRON_SECRET must be 32 characters or more, without spaces"];
  expect(complaints({ CRON_SECRET: `${"a".repeat(20)} ${"b".repeat(20)}` })).toEqual(found);
  expect(complaints({ CRON_SECRET: "a".repeat(31) })).toEqual(found);
});

describe("chains", () => {
  test("are off by default, and nothing is sent", () => {
    const env = readEnv(complete);
    expect(env.RPC_URL_BASE).toBeUndefined();
    expect(env.CONFIRMATIONS_BASE).toBeUndefined();
    expect(env).toMatchObject({ CHAIN_WATCH_MS: 1_000, CHAIN_PAYOUT_VALID_S: 86_400 });
  });

  test("a missing or invalid public key is reported once", () => {
    expect(complaints({ DEPOSIT_XPUB: undefined })).toEqual(["DEPOSIT_XPUB is missing"]);
    expect(complaints({ DEPOSIT_XPUB: "xprv" })).toHaveLength(1);
    const whole = "DEPOSIT_XPUB must be an extended public key (xpub), whole";
    expect(complaints({ DEPOSIT_XPUB: "xpub-no-key" })).toEqual([whole]);
    const cut = complete.DEPOSIT_XPUB?.slice(0, -1);
    expect(complaints({ DEPOSIT_XPUB: cut })).toEqual([whole]);
  });

  test.each([
    ["RPC_URL_BASE_SEPOLIA", "wss://node.example"],
    ["RPC_URL_POLYGON_AMOY", "127.0.0.1:8545"],
    ["CONFIRMATIONS_OPTIMISM", "0"],
    ["CONFIRMATIONS_OPTIMISM", "1.5"],
    ["CHAIN_RPC_TIMEOUT_MS", "0"],
    ["CHAIN_SWEEP_MIN_USD", "0.1234567"],
    ["CHAIN_SWEEP_MIN_USD", "-1"],
    ["SANDBOX_FAUCET_PRIVATE_KEY", "0x12"],
  ])("%s may not be %j", (name, value) => {
    expect(complaints({ [name]: value }).map((line) => line.split(" ")[0])).toEqual([name]);
  });

  test("of the other environment have no node, and production has no faucet", () => {
    const url = "https://cards.example.com";
    const production = { SERVICE_ENVIRONMENT: "production", BASE_URL: url, NEXTAUTH_URL: url };
    const faucet = { SANDBOX_FAUCET_PRIVATE_KEY: `0x${"1".repeat(64)}` };
    const [live, tests] = ["RPC_URL_BASE", "RPC_URL_BASE_SEPOLIA"];
    const node = (name: string) => ({ [name]: "https://node.example" });
    expect(complaints({ ...production, ...node(live) })).toEqual([]);
    expect(complaints({ ...faucet, ...node(tests) })).toEqual([]);
    expect(complaints({ ...production, ...faucet, ...node(tests) })).toEqual([
      "RPC_URL_BASE_SEPOLIA must not be set in production: its chain is of staging",
      "SANDBOX_FAUCET_PRIVATE_KEY must not be set in production",
    ]);
    expect(complaints(node(live))).toEqual([
      "RPC_URL_BASE must not be set in staging: its chain is of production",
    ]);
    expect(complaints({ ...node(live), SERVICE_ENVIRONMENT: "test" })).toHaveLength(1);
  });
});
