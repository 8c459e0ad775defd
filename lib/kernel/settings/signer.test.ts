import { HDKey } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "../env";
import { KEY_SETTINGS } from "./signer";

const {
  CHAIN_TREASURY_KEY: _treasury,
  CHAIN_RELAYER_KEY: _relayer,
  CHAIN_DEPOSIT_XPRV: XPRV,
  ...plain
} = testEnvironment("postgresql://127.0.0.1/x");
const PHRASE = "test test test test test test test test test test test junk";
const OTHER = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const key = (digit: string) => `0x${digit.repeat(64)}`;

const SPLIT = { CHAIN_TREASURY_KEY: key("1"), CHAIN_RELAYER_KEY: key("2") };
const TOKEN = {
  CHAIN_SIGNER: "pkcs11",
  PKCS11_MODULE: "/usr/lib/softhsm/libsofthsm2.so",
  PKCS11_TOKEN_LABEL: "service",
  PKCS11_PIN: "secret-pin",
  PKCS11_TREASURY_LABEL: "treasury",
  PKCS11_RELAYER_LABEL: "relayer",
};
const KMS = {
  CHAIN_SIGNER: "aws-kms",
  KMS_TREASURY_KEY_ID: "alias/treasury",
  KMS_RELAYER_KEY_ID: "alias/relayer",
};

function faults(settings: Record<string, string | undefined>): string[] {
  try {
    readEnv({ ...plain, ...settings });
    return [];
  } catch (error) {
    const [, ...lines] = String(error instanceof Error ? error.message : error).split("\n");
    return lines.map((line) => line.trim());
  }
}

describe("complete settings", () => {
  test.each([
    ["no key at all", {}],
    ["a phrase in staging", { CHAIN_SIGNER_MNEMONIC: PHRASE }],
    ["separate keys without sweeps", SPLIT],
    ["separate keys", { ...SPLIT, CHAIN_DEPOSIT_XPRV: XPRV }],
    ["a token", { ...TOKEN, CHAIN_DEPOSIT_XPRV: XPRV }],
    ["a token without sweeps", TOKEN],
    ["AWS KMS", { ...KMS, CHAIN_DEPOSIT_XPRV: XPRV }],
  ])("%s", (_, settings) => {
    expect(faults(settings)).toEqual([]);
  });
});

describe("incomplete and contradicting settings", () => {
  test("each setting that the signer needs is named", () => {
    expect(faults({ CHAIN_SIGNER: "pkcs11" }).sort()).toEqual(
      Object.keys(TOKEN)
        .filter((name) => name !== "CHAIN_SIGNER")
        .map((name) => `${name} is missing`)
        .sort(),
    );
    expect(faults({ CHAIN_SIGNER: "aws-kms" })).toHaveLength(2);
    expect(faults({ CHAIN_TREASURY_KEY: key("1") })).toEqual(["CHAIN_RELAYER_KEY is missing"]);
    expect(faults({ CHAIN_DEPOSIT_XPRV: XPRV })).toHaveLength(2);
    expect(faults({ CHAIN_SIGNER: "vault" })).toHaveLength(1);
  });

  test("the treasury and the relayer must have two keys", () => {
    const another = /must be another key than/;
    expect(faults({ ...SPLIT, CHAIN_RELAYER_KEY: key("1") })).toEqual([
      expect.stringMatching(another),
    ]);
    expect(faults({ ...TOKEN, PKCS11_RELAYER_LABEL: "treasury" })).toEqual([
      expect.stringMatching(another),
    ]);
    expect(faults({ ...KMS, KMS_RELAYER_KEY_ID: "alias/treasury" })).toEqual([
      expect.stringMatching(another),
    ]);
  });

  test("keys of two kinds are refused, so that nobody believes the wrong one is in use", () => {
    for (const vault of [TOKEN, KMS]) {
      expect(faults({ ...vault, ...SPLIT })).toHaveLength(2);
      expect(faults({ ...vault, CHAIN_SIGNER_MNEMONIC: PHRASE })).toHaveLength(1);
    }
    expect(faults({ ...SPLIT, CHAIN_SIGNER_MNEMONIC: PHRASE })).toEqual([
      "CHAIN_SIGNER_MNEMONIC must not be set beside CHAIN_TREASURY_KEY",
    ]);
  });

  test("the deposit addresses' private key is the one of DEPOSIT_XPUB, and private", () => {
    const rule = ["CHAIN_DEPOSIT_XPRV must be the extended private key (xprv) of DEPOSIT_XPUB"];
    for (const wrong of [OTHER.privateExtendedKey, plain.DEPOSIT_XPUB, `${XPRV}x`, "xprv"])
      expect(faults({ ...SPLIT, CHAIN_DEPOSIT_XPRV: wrong })).toEqual(rule);
  });

  test("the phrase is the one that DEPOSIT_XPUB was made from", () => {
    const other = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    for (const wrong of [other, "junk", `${PHRASE} `, PHRASE.toUpperCase()])
      expect(faults({ CHAIN_SIGNER_MNEMONIC: wrong })).toEqual([
        "CHAIN_SIGNER_MNEMONIC must be a BIP-39 phrase, the one that DEPOSIT_XPUB was made from",
      ]);
  });

  test("no message has a key in it", () => {
    const settings = {
      ...SPLIT,
      CHAIN_TREASURY_KEY: "0xabcdef",
      CHAIN_DEPOSIT_XPRV: "xprv-secret",
    };
    expect(faults(settings).join()).not.toMatch(/abcdef|xprv-secret/);
  });
});

test("production refuses a phrase and names the command that replaces it", () => {
  const url = "https://cards.example.com";
  const production = {
    ...{ SERVICE_ENVIRONMENT: "production", BASE_URL: url, NEXTAUTH_URL: url },
    CHAIN_SIGNER_MNEMONIC: PHRASE,
  };
  expect(faults(production)).toEqual([expect.stringMatching(/npm run split-signer-keys/)]);
  expect(faults({ ...production, CHAIN_SIGNER_MNEMONIC: undefined, ...SPLIT })).toEqual([]);
});

describe("a web process", () => {
  const VALUES: Record<(typeof KEY_SETTINGS)[number], string> = {
    CHAIN_SIGNER_MNEMONIC: PHRASE,
    ...{ CHAIN_TREASURY_KEY: key("1"), CHAIN_RELAYER_KEY: key("2"), CHAIN_DEPOSIT_XPRV: XPRV },
    ...{ PKCS11_PIN: "1234", KMS_TREASURY_KEY_ID: "a", KMS_RELAYER_KEY_ID: "b" },
  };

  test.each(KEY_SETTINGS)("refuses to start with %s", (name) => {
    expect(faults({ SERVICE_ROLE: "web", [name]: VALUES[name] })).toEqual([
      `${name} must not be set in a web process, which holds no keys: set it for the worker alone`,
    ]);
  });

  test("needs nothing of a vault, also where CHAIN_SIGNER is set for all processes", () => {
    expect(faults({ SERVICE_ROLE: "web", CHAIN_SIGNER: "pkcs11" })).toEqual([]);
  });
});
