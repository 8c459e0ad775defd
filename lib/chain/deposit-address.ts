import { secp256k1 } from "@noble/curves/secp256k1";
import { bytesToHex } from "viem";
import { HDKey, publicKeyToAddress } from "viem/accounts";
import { env } from "@/lib/kernel/env";

let root: HDKey | undefined;

/**
 * The deposit address of an index, as an EIP-55 checksummed address. Derived from an extended public key, so that the
 * service that gives addresses out holds no key to them.
 */
export function depositAddress(index: number): string {
  root ??= HDKey.fromExtendedKey(env().DEPOSIT_XPUB);
  const { publicKey } = root.deriveChild(index);
  if (!publicKey) throw new Error("DEPOSIT_XPUB has no public key");
  // An address is a hash of the whole point; the key carries the short form of it.
  const point = secp256k1.ProjectivePoint.fromHex(publicKey);
  return publicKeyToAddress(bytesToHex(point.toRawBytes(false)));
}
