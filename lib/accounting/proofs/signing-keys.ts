import { env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { type PublicKey, type SigningKey, signingKeyOf } from "./format/keys";
import { findKeys } from "./store";

const keys = perProcess("ledger signing keys", () => new Map<string, SigningKey>());

function keyOf(seed: Buffer): SigningKey {
  const name = seed.toString("base64");
  const known = keys.get(name) ?? signingKeyOf(seed);
  keys.set(name, known);
  return known;
}

/** The keys of the setting, the one that signs first; none without the setting. */
export const configuredKeys = (): SigningKey[] => (env().LEDGER_SIGNING_KEY ?? []).map(keyOf);

/** The public keys of the setting, and those that signed roots before. */
export async function publicKeys(): Promise<PublicKey[]> {
  const configured = configuredKeys().map(({ keyId, publicKey }) => ({ keyId, publicKey }));
  const former = (await findKeys()).filter(
    ({ keyId }) => !configured.some((key) => key.keyId === keyId),
  );
  return [...configured, ...former];
}
