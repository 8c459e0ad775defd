import { afterEach, expect, test, vi } from "vitest";
import { KEY_SETTINGS } from "@/lib/kernel/settings/signer";
import { readStartSettings } from "../bootstrap/settings.mjs";
import { serverEnvironment } from "./make-server-environment.ts";

afterEach(() => vi.unstubAllEnvs());

const environment = (env: Record<string, string> = {}) =>
  serverEnvironment({ settings: readStartSettings(env), secrets: {} });

test("staging allows webhooks to this machine, production does not", () => {
  expect(environment()).toMatchObject({ WEBHOOK_ALLOW_LOOPBACK: "on", SANDBOX_MAILBOX: "on" });
  const production = environment({ SERVICE_ENVIRONMENT: "production" });
  expect(production.WEBHOOK_ALLOW_LOOPBACK).toBeUndefined();
  expect(production.SANDBOX_MAILBOX).toBeUndefined();
});

test("a setting of the environment takes precedence, unless its value is empty", () => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "off");
  expect(environment().WEBHOOK_ALLOW_LOOPBACK).toBe("off");
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "");
  expect(environment()).toMatchObject({ WEBHOOK_ALLOW_LOOPBACK: "on", SANDBOX_MAILBOX: "on" });
});

/** Clears the settings of the tests, as for a start without settings. */
function nothingSet() {
  for (const name of ["DEPOSIT_XPUB", ...KEY_SETTINGS]) vi.stubEnv(name, "");
}

test("the phrase of the secrets is used only with its own public key", () => {
  nothingSet();
  const secrets = { signerMnemonic: "a phrase", depositXpub: "xpub1" };
  const settings = readStartSettings({});
  const phrase = () => serverEnvironment({ settings, secrets }).CHAIN_SIGNER_MNEMONIC;
  expect(phrase()).toBe("a phrase");
  vi.stubEnv("DEPOSIT_XPUB", "xpub1");
  expect(phrase()).toBe("a phrase");
  vi.stubEnv("DEPOSIT_XPUB", "xpub2");
  expect(phrase()).toBeUndefined();
  vi.stubEnv("CHAIN_SIGNER_MNEMONIC", "their phrase");
  expect(phrase()).toBe("their phrase");
});

test("in production the phrase becomes three separate keys, unless the starter brings one", () => {
  nothingSet();
  const signerMnemonic = "test test test test test test test test test test test junk";
  const made = () =>
    serverEnvironment({
      settings: readStartSettings({ SERVICE_ENVIRONMENT: "production" }),
      secrets: { signerMnemonic, depositXpub: "xpub1" },
    });
  expect(made()).not.toHaveProperty("CHAIN_SIGNER_MNEMONIC");
  expect(made()).toMatchObject({
    CHAIN_TREASURY_KEY: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    CHAIN_RELAYER_KEY: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    CHAIN_DEPOSIT_XPRV: expect.stringMatching(/^xprv/),
  });
  vi.stubEnv("CHAIN_SIGNER", "pkcs11");
  expect(made()).not.toHaveProperty("CHAIN_TREASURY_KEY");
});

test("an older data folder without a phrase leaves the setting out", () => {
  nothingSet();
  expect(environment()).not.toHaveProperty("CHAIN_SIGNER_MNEMONIC");
});

test("a configured node takes precedence over a local chain", () => {
  const chains = { RPC_URL_BASE_SEPOLIA: "http://127.0.0.1:1" };
  const url = () =>
    serverEnvironment({ settings: readStartSettings({}), secrets: {}, chains })
      .RPC_URL_BASE_SEPOLIA;
  expect(url()).toBe("http://127.0.0.1:1");
  vi.stubEnv("RPC_URL_BASE_SEPOLIA", "https://node.example");
  expect(url()).toBe("https://node.example");
});
