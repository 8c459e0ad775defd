import { describe, expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "./env";

const complete: Record<string, string | undefined> = testEnvironment(
  "postgresql://postgres@127.0.0.1:5432/test",
);

/** The settings without which the service does not start, in either environment. */
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

test("the settings of the tests are complete; what is left out has its default", () => {
  const env = readEnv({ ...complete, SCHEDULER: undefined, LOG_LEVEL: undefined });
  expect(env).toMatchObject({ SCHEDULER: "on", LOG_LEVEL: "info", DATABASE_POOL_SIZE: 16 });
  expect(env.DATABASE_DIRECT_URL).toBeUndefined();
});

test.each(REQUIRED)("%s is named when it is missing", (name) => {
  expect(complaints({ [name]: undefined })).toEqual([`${name} is missing`]);
});

test("every missing one is named in one message", () => {
  const nothing = Object.fromEntries(Object.keys(complete).map((name) => [name, undefined]));
  expect(complaints(nothing).sort()).toEqual(REQUIRED.map((name) => `${name} is missing`).sort());
});

test("what a sandbox provider needs is named together with what else is missing", () => {
  expect(complaints({ CRON_SECRET: undefined, SANDBOX_SECRET: undefined }).sort()).toEqual([
    "CRON_SECRET is missing",
    "SANDBOX_SECRET is missing",
  ]);
});

test("missing and invalid ones are named together, and no value is repeated", () => {
  const told = complaints({ CRON_SECRET: "too short", LINK_SECRET: undefined, SCHEDULER: "often" });
  expect(told.map((line) => line.split(" ")[0]).sort()).toEqual([
    "CRON_SECRET",
    "LINK_SECRET",
    "SCHEDULER",
  ]);
  expect(told.join()).not.toContain("too short");
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
    ["BASE_URL", "ftp://cards.example.com"],
    ["NEXTAUTH_SECRET", Buffer.alloc(31).toString("base64")],
    ["LINK_SECRET", "short"],
    ["CARD_KEYS", key(1)],
    ["CARD_KEYS", `0:${key(1)}`],
    ["CARD_KEYS", `1:${key(1)},x:${key(2)}`],
    ["CARD_KEYS", `1:${Buffer.alloc(16).toString("base64")}`],
    ["CARD_KEYS", `1:${key(1)},1:${key(2)}`],
    ["CARD_KEYS", ""],
    ["DEPOSIT_XPUB", "xprv9s21ZrQH143K"],
    ["KYC_PROVIDER", "none"],
    ["CARD_ISSUER", ""],
    ["SANDBOX_SECRET", "short"],
    ["LOG_LEVEL", "trace"],
  ])("%s may not be %j", (name, value) => {
    const told = complaints({ [name]: value });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(new RegExp(`^${name} `));
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
    const change = { SERVICE_ENVIRONMENT: "production", BASE_URL };
    expect(complaints(change)).toHaveLength(count);
  });
});

test("CARD_KEYS are read by version, with spaces between them or not", () => {
  const { CARD_KEYS } = readEnv({ ...complete, CARD_KEYS: `1:${key(1)}, 12:${key(2)}` });
  expect([...CARD_KEYS.keys()]).toEqual([1, 12]);
  expect(CARD_KEYS.get(12)).toEqual(Buffer.alloc(32, 2));
});
