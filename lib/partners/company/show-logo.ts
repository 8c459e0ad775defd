import { findLogo } from "./store";

const SHA256 = /^[0-9a-f]{64}$/;

/** Returns the bytes of the logo with this hash; undefined if there is none. */
export async function showLogo(sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return SHA256.test(sha256) ? findLogo(sha256) : undefined;
}
