import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { env } from "./env";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The place of a sealed text. The text can be unsealed for this place only. */
export interface SealContext {
  partnerId: string;
  rowId: string;
  field: string;
}

function boundTo({ partnerId, rowId, field }: SealContext, keyVersion: number): Buffer {
  return Buffer.from(JSON.stringify([partnerId, rowId, field, keyVersion]));
}

/** KeyObjects by version: each use of a key in a Buffer costs several times as much. */
const keys = new Map<number, KeyObject>();

function keyOf(version: number): KeyObject {
  const made = keys.get(version);
  if (made) return made;
  const key = env().CARD_KEYS.get(version);
  if (!key)
    throw new Error(
      `CARD_KEYS has no key of version ${version}; keys are kept until nothing is sealed with them`,
    );
  const object = createSecretKey(key);
  keys.set(version, object);
  return object;
}

/** The version that seals new texts: the highest of the ring, unless the settings name another. */
export function currentKeyVersion(): number {
  const { CARD_KEYS: ring, CARD_KEYS_SEAL_VERSION: named } = env();
  return named ?? Math.max(...ring.keys());
}

/** Seals a text with AES-256-GCM under the current key, bound to its partner, row, field and key version. */
export function seal(text: string, context: SealContext): string {
  const version = currentKeyVersion();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(version), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(context, version));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/**
 * Unseals a text of `seal`.
 * @throws if the text was sealed for another row or field or was altered, or if its key no longer exists.
 */
export function unseal(sealed: string, context: SealContext): string {
  const dot = sealed.indexOf(".");
  const version = Number(sealed.slice(0, dot));
  const bytes = Buffer.from(sealed.slice(dot + 1), "base64url");
  const decipher = createDecipheriv(ALGORITHM, keyOf(version), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(context, version));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  // Concatenated as bytes: string decoders for both parts would cost as much as the decryption.
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
