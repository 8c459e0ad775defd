import { secp256k1 } from "@noble/curves/secp256k1";
import { numberToHex, type Signature } from "viem";

const PARITIES = [0, 1] as const;

/**
 * Turns a vault's r and s into the form that chains accept: the low s (EIP-2), and the parity with which the public key
 * is recovered. Recovering verifies the signature, so that a faulty one is never used.
 * @throws when the signature is not the key's for this hash.
 */
export function verifiedSignature(
  hash: Uint8Array,
  publicKey: Uint8Array,
  { r, s }: { r: bigint; s: bigint },
): Signature {
  const refusal = "the vault returned a signature that its public key does not verify";
  let low: InstanceType<typeof secp256k1.Signature>;
  try {
    low = new secp256k1.Signature(r, s).normalizeS();
  } catch (cause) {
    throw new Error(refusal, { cause });
  }
  if (!secp256k1.verify(low.toCompactRawBytes(), hash, publicKey)) throw new Error(refusal);
  const point = secp256k1.ProjectivePoint.fromHex(publicKey);
  const yParity = PARITIES.find((bit) =>
    low.addRecoveryBit(bit).recoverPublicKey(hash).equals(point),
  );
  if (yParity === undefined) throw new Error(refusal);
  return {
    r: numberToHex(low.r, { size: 32 }),
    s: numberToHex(low.s, { size: 32 }),
    yParity,
  };
}
