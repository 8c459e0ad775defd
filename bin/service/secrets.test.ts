import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HDKey, mnemonicToAccount, privateKeyToAddress } from "viem/accounts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataPaths } from "../bootstrap/paths.mjs";
import { faucetKey, readOrMakeSecrets, relayerAddress } from "./secrets.ts";

let folder: string;
let paths: ReturnType<typeof dataPaths>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
  paths = dataPaths(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("secrets are created once, readable only by this user", async () => {
  const made = await readOrMakeSecrets(paths);
  expect(await readOrMakeSecrets(paths)).toEqual(made);
  expect(statSync(paths.secrets).mode & 0o777).toBe(0o600);
});

test("secrets differ between data folders", async () => {
  const first = await readOrMakeSecrets(paths);
  rmSync(paths.secrets);
  const second = await readOrMakeSecrets(paths);
  for (const [name, secret] of Object.entries(first)) expect(second[name]).not.toBe(secret);
});

test("secrets have the length that the settings require", async () => {
  const secrets = await readOrMakeSecrets(paths);
  for (const name of ["nextauthSecret", "cronSecret", "linkSecret", "sandboxSecret"]) {
    expect(Buffer.from(secrets[name] ?? "", "base64")).toHaveLength(32);
  }
  expect(Buffer.from(secrets.cardKeys?.replace(/^1:/, "") ?? "", "base64")).toHaveLength(32);
});

test("secrets contain the private key of the public key that derives deposit addresses", async () => {
  const { depositXprv = "", depositXpub = "" } = await readOrMakeSecrets(paths);
  const child = (key: string) => HDKey.fromExtendedKey(key).deriveChild(7).publicKey;
  expect(child(depositXpub)).toEqual(child(depositXprv));
  expect(HDKey.fromExtendedKey(depositXpub).privateKey).toBeNull();
});

test("secrets contain the phrase that signs for deposit addresses", async () => {
  const { signerMnemonic = "", depositXpub = "" } = await readOrMakeSecrets(paths);
  const ofPhrase = mnemonicToAccount(signerMnemonic, { path: "m/44'/60'/0'/0/7" }).publicKey;
  const { publicKey } = HDKey.fromExtendedKey(depositXpub).deriveChild(7);
  // One key is the whole point, the other one is its first coordinate with a sign.
  expect(ofPhrase.slice(4, 68)).toBe(
    Buffer.from(publicKey ?? [])
      .toString("hex")
      .slice(2),
  );
});

test("secrets of an older data folder without a phrase stay valid, without a relayer", async () => {
  const { signerMnemonic: _, ...before } = await readOrMakeSecrets(paths);
  writeFileSync(paths.secrets, JSON.stringify(before));
  const secrets = await readOrMakeSecrets(paths);
  expect(secrets).toEqual(before);
  expect(relayerAddress(secrets)).toBeUndefined();
  expect(privateKeyToAddress(faucetKey(secrets) as `0x${string}`)).toMatch(/^0x/);
});

test("secrets are never created again over a damaged file", async () => {
  await readOrMakeSecrets(paths);
  const half = readFileSync(paths.secrets, "utf8").slice(0, 100);
  writeFileSync(paths.secrets, half);
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("cannot be read as JSON");
  expect(readFileSync(paths.secrets, "utf8")).toBe(half);
});

test("secrets are never created again where one is missing, or beside a database", async () => {
  const { cardKeys: _, ...rest } = await readOrMakeSecrets(paths);
  writeFileSync(paths.secrets, JSON.stringify(rest));
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("lacks cardKeys");
  rmSync(paths.secrets);
  mkdirSync(paths.postgres);
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("is missing, and the database");
});
