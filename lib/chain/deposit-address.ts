import { secp256k1 } from "@noble/curves/secp256k1";
import { bytesToHex } from "viem";
import { HDKey, publicKeyToAddress } from "viem/accounts";
import { env } from "@/lib/kernel/env";

let root: HDKey | undefined;

/**
 * Returns the deposit address of an index, EIP-55 checksummed. The address is derived from an extended public key, so
 * that the service that creates addresses holds no private key.
 */
export function depositAddress(index: number): string {
  root ??= HDKey.fromExtendedKey(env().DEPOSIT_XPUB);
  const { publicKey } = root.deriveChild(index);
  if (!publicKey) throw new Error("DEPOSIT_XPUB has no public key");
  // An address is a hash of the uncompressed point, but the derived key is compressed.
  const point = secp256k1.ProjectivePoint.fromHex(publicKey);
  return publicKeyToAddress(bytesToHex(point.toRawBytes(false)));
}
