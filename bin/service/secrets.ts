import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { english, generateMnemonic, mnemonicToAccount } from "viem/accounts";
import { Fault } from "../bootstrap/faults.mjs";

/** The random secrets, each with its length in bytes. */
const secretsBase64 = {
  nextauthSecret: 32,
  cronSecret: 32,
  linkSecret: 32,
  sandboxSecret: 32,
  databaseSuperuserPassword: 24,
  databasePassword: 24,
};

/**
 * The derivation path of deposit addresses. `depositXprv` and `depositXpub` are this node, and the address with index i
 * is its child i, which the service derives from the public key alone.
 */
const depositPath = "m/44'/60'/0'/0";

/**
 * The derivation path of the relayer's key, which pays the gas: lib/kernel/settings/signer.ts, CHAIN_SIGNER_MNEMONIC.
 */
const relayerPath = "m/44'/60'/2'/0/0";

export type Secrets = Record<string, string>;

/**
 * Returns the secrets of a data folder, which are made at its first start. An existing file is never replaced, because
 * data that was sealed with its keys could not be opened any more.
 */
export async function readOrMakeSecrets(paths: {
  secrets: string;
  postgres: string;
}): Promise<Secrets> {
  if (existsSync(paths.secrets)) return readSecrets(paths.secrets);
  if (existsSync(paths.postgres)) {
    throw broken(
      paths.secrets,
      "is missing, and the database beside it cannot be opened without it",
    );
  }
  const secrets = makeSecrets();
  await writeWhole(paths.secrets, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/**
 * Makes new secrets.
 *
 * @param options how hard the signer's phrase is to guess: 12 words, or 24
 */
export function makeSecrets({ phraseBits = 128 }: { phraseBits?: 128 | 256 } = {}): Secrets {
  const plain = Object.entries(secretsBase64).map(([name, length]) => [
    name,
    // Passwords are parts of URLs, where some characters of base64 would have to be escaped.
    randomBytes(length).toString(name.endsWith("Password") ? "base64url" : "base64"),
  ]);
  const signerMnemonic = generateMnemonic(english, phraseBits);
  const node = mnemonicToAccount(signerMnemonic, { path: depositPath }).getHdKey();
  return {
    ...Object.fromEntries(plain),
    cardKeys: `1:${randomBytes(32).toString("base64")}`,
    ledgerSigningKey: randomBytes(32).toString("base64"),
    signerMnemonic,
    depositXprv: node.privateExtendedKey,
    depositXpub: node.publicExtendedKey,
  };
}

/**
 * Returns the relayer's address, which gets gas on local chains; undefined in a data folder of an earlier version,
 * which has no phrase and sends nothing.
 */
export function relayerAddress({ signerMnemonic }: Secrets) {
  if (signerMnemonic === undefined) return undefined;
  return mnemonicToAccount(signerMnemonic, { path: relayerPath }).address;
}

/**
 * The seed of the key that signs the ledger's daily roots. A data folder of an earlier version has none: it is made from
 * another secret, so that it stays the same at every start.
 */
export function ledgerSigningKey({ ledgerSigningKey: stored, databasePassword = "" }: Secrets) {
  return (
    stored ?? createHmac("sha256", databasePassword).update("ledger signing key").digest("base64")
  );
}

/** Returns the faucet's key of the local chains. Derived from another secret, so that every data folder has one. */
export function faucetKey({ sandboxSecret = "" }: Secrets): `0x${string}` {
  return `0x${createHmac("sha256", sandboxSecret).update("faucet").digest("hex")}`;
}

/**
 * The password with which the application logs in to the embedded PostgreSQL. Made from the owner's, so that a data folder
 * of an earlier version has it too; the owner's cannot be found from it.
 */
export function appPassword({ databasePassword = "" }: Secrets) {
  return createHmac("sha256", databasePassword).update("application").digest("base64url");
}

async function readSecrets(path: string): Promise<Secrets> {
  let secrets: Secrets;
  try {
    secrets = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw broken(path, "cannot be read as JSON", error);
  }
  const names = [...Object.keys(secretsBase64), "cardKeys", "depositXprv", "depositXpub"];
  const missing = names.filter(
    (name) => typeof secrets?.[name] !== "string" || secrets[name] === "",
  );
  if (missing.length > 0) throw broken(path, `lacks ${missing.join(", ")}`);
  return secrets;
}

function broken(path: string, what: string, cause?: unknown) {
  return new Fault(
    "dataFolderBroken",
    `${path} ${what}. Restore it from a backup; or, if nothing in ${dirname(path)} is worth ` +
      "keeping, move that whole folder away and start again.",
    { cause },
  );
}

/** Writes a file completely or not at all, even when the power fails. */
export async function writeWhole(path: string, content: string | Uint8Array) {
  const draft = `${path}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
