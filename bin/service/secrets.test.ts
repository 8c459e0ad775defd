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

test("are made once, for this user alone", async () => {
  const made = await readOrMakeSecrets(paths);
  expect(await readOrMakeSecrets(paths)).toEqual(made);
  expect(statSync(paths.secrets).mode & 0o777).toBe(0o600);
});

test("differ from one data folder to the next", async () => {
  const first = await readOrMakeSecrets(paths);
  rmSync(paths.secrets);
  const second = await readOrMakeSecrets(paths);
  for (const [name, secret] of Object.entries(first)) expect(second[name]).not.toBe(secret);
});

test("are as long as the settings ask for", async () => {
  const secrets = await readOrMakeSecrets(paths);
  for (const name of ["nextauthSecret", "cronSecret", "linkSecret", "sandboxSecret"]) {
    expect(Buffer.from(secrets[name] ?? "", "base64")).toHaveLength(32);
  }
  expect(Buffer.from(secrets.cardKeys?.replace(/^1:/, "") ?? "", "base64")).toHaveLength(32);
});

test("hold the private key of the public one from which deposit addresses come", async () => {
  const { depositXprv = "", depositXpub = "" } = await readOrMakeSecrets(paths);
  const child = (key: string) => HDKey.fromExtendedKey(key).deriveChild(7).publicKey;
  expect(child(depositXpub)).toEqual(child(depositXprv));
  expect(HDKey.fromExtendedKey(depositXpub).privateKey).toBeNull();
});

test("hold the phrase from which deposit addresses are signed for", async () => {
  const { signerMnemonic = "", depositXpub = "" } = await readOrMakeSecrets(paths);
  const ofPhrase = mnemonicToAccount(signerMnemonic, { path: "m/44'/60'/0'/0/7" }).publicKey;
  const { publicKey } = HDKey.fromExtendedKey(depositXpub).deriveChild(7);
  // The one is the whole point, the other its first half and a sign.
  expect(ofPhrase.slice(4, 68)).toBe(
    Buffer.from(publicKey ?? [])
      .toString("hex")
      .slice(2),
  );
});

test("of a data folder of before, without a phrase, go on: there is no relayer then", async () => {
  const { signerMnemonic: _, ...before } = await readOrMakeSecrets(paths);
  writeFileSync(paths.secrets, JSON.stringify(before));
  const secrets = await readOrMakeSecrets(paths);
  expect(secrets).toEqual(before);
  expect(relayerAddress(secrets)).toBeUndefined();
  expect(privateKeyToAddress(faucetKey(secrets) as `0x${string}`)).toMatch(/^0x/);
});

test("are never made anew over a damaged file", async () => {
  await readOrMakeSecrets(paths);
  const half = readFileSync(paths.secrets, "utf8").slice(0, 100);
  writeFileSync(paths.secrets, half);
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("cannot be read as JSON");
  expect(readFileSync(paths.secrets, "utf8")).toBe(half);
});

test("are never made anew where one is missing, or beside a database", async () => {
  const { cardKeys: _, ...rest } = await readOrMakeSecrets(paths);
  writeFileSync(paths.secrets, JSON.stringify(rest));
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("lacks cardKeys");
  rmSync(paths.secrets);
  mkdirSync(paths.postgres);
  await expect(readOrMakeSecrets(paths)).rejects.toThrow("is missing, and the database");
});
