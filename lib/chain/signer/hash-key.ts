/** A key on the curve secp256k1 that signs hashes, wherever it is: in this process, in a token, in a cloud's vault. */
export interface HashKey {
  /** Returns the point without compression: 0x04, x, y; 65 bytes. */
  publicKey(): Promise<Uint8Array>;
  /** Signs 32 bytes. The caller verifies the result: verified-signature.ts. */
  sign(hash: Uint8Array): Promise<{ r: bigint; s: bigint }>;
}
