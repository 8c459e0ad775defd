import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type SealContext, seal, unseal } from "./seal";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes that are encrypted with a key of their own. */
export interface SealedBytes {
  /** The key, sealed with the key ring: a rotation of keys seals it again and leaves the bytes as they are. */
  keySealed: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Encrypts bytes with AES-256-GCM under a new key, bound to their partner, row and field. */
export function sealBytes(plain: Uint8Array, context: SealContext): SealedBytes {
  const key = randomBytes(KEY_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  const parts = [cipher.update(plain), cipher.final()];
  return {
    keySealed: seal(key.toString("base64url"), context),
    bytes: Buffer.concat([iv, cipher.getAuthTag(), ...parts]),
  };
}

/**
 * Decrypts bytes of `sealBytes`.
 * @throws if they were sealed for another row or field or were altered, or if the sealing key no longer exists.
 */
export function unsealBytes(
  { keySealed, bytes }: { keySealed: string; bytes: Uint8Array },
  context: SealContext,
): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(unseal(keySealed, context), "base64url");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
