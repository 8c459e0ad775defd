import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 key in its DER form. Source: RFC 8410. */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;
const ID_DIGITS = 16;

/** A public key: 32 bytes in base64, and its id. */
export interface PublicKey {
  keyId: string;
  publicKey: string;
}

export interface SigningKey extends PublicKey {
  privateKey: KeyObject;
}

/** The id of a public key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
const keyIdOf = (publicKey: Buffer): string =>
  createHash("sha256").update(publicKey).digest("hex").slice(0, ID_DIGITS);

/** A public key with its id. @throws RangeError unless the key has 32 bytes in base64 */
export function publicKeyOf(text: string): PublicKey {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== KEY_BYTES)
    throw new RangeError("an Ed25519 public key has 32 bytes in base64");
  return { keyId: keyIdOf(bytes), publicKey: bytes.toString("base64") };
}

/** The signing key of a seed of 32 bytes. */
export function signingKeyOf(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_DER, seed]),
    format: "der",
    type: "pkcs8",
  });
  const der = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return { privateKey, ...publicKeyOf(der.subarray(-KEY_BYTES).toString("base64")) };
}

/** The Ed25519 signature of bytes, in base64. */
export const signBytes = ({ privateKey }: SigningKey, bytes: Buffer): string =>
  sign(null, bytes, privateKey).toString("base64");

/** True if the signature of the bytes was made with the private key of this public key. */
export function isSigned({ publicKey }: PublicKey, bytes: Buffer, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_DER, Buffer.from(publicKey, "base64")]),
    format: "der",
    type: "spki",
  });
  return verify(null, bytes, key, Buffer.from(signature, "base64"));
}
