import { secp256k1 } from "@noble/curves/secp256k1";
import { bytesToHex, type Hex } from "viem";
import { HDKey } from "viem/accounts";
import { DEPOSIT_PATH, rootOfPhrase } from "@/lib/kernel/settings/signer";
import type { HashKey } from "./hash-key";
import { makeSigner } from "./make-signer";
import type { ChainSigner } from "./port";

const TREASURY_PATH = "m/44'/60'/1'/0/0";
const RELAYER_PATH = "m/44'/60'/2'/0/0";

/** Returns a key that is in this process. Its signatures are deterministic (RFC 6979). */
function localKey(privateKey: Hex): HashKey {
  const secret = privateKey.slice(2);
  const publicKey = secp256k1.getPublicKey(secret, false);
  return {
    publicKey: async () => publicKey,
    sign: async (hash) => secp256k1.sign(hash, secret),
  };
}

/** The settings of three separate keys. */
export interface SplitKeys {
  treasury: Hex;
  relayer: Hex;
  depositXprv: string | undefined;
}

function keyAt(root: HDKey, path: string): Hex {
  const { privateKey } = root.derive(path);
  if (!privateKey) throw new Error(`there is no private key at ${path}`);
  return bytesToHex(privateKey);
}

/** Returns the three separate keys that a BIP-39 phrase stands for. */
export function splitPhrase(phrase: string): SplitKeys & { depositXprv: string } {
  const root = rootOfPhrase(phrase);
  return {
    treasury: keyAt(root, TREASURY_PATH),
    relayer: keyAt(root, RELAYER_PATH),
    depositXprv: root.derive(DEPOSIT_PATH).privateExtendedKey,
  };
}

/** Returns a signer whose keys are in this process. */
export function localSigner({ treasury, relayer, depositXprv }: SplitKeys): ChainSigner {
  return makeSigner({
    treasury: localKey(treasury),
    relayer: localKey(relayer),
    deposits: depositXprv === undefined ? undefined : HDKey.fromExtendedKey(depositXprv),
  });
}
