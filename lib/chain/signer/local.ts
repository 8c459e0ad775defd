import { pbkdf2Sync } from "node:crypto";
import { bytesToHex } from "viem";
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { DEPOSIT_PATH } from "@/lib/kernel/env";
import type { ChainSigner, TokenHolder } from "./port";

const TREASURY_PATH = "m/44'/60'/1'/0/0";
const RELAYER_PATH = "m/44'/60'/2'/0/0";

function accountAt(root: HDKey, path: string): PrivateKeyAccount {
  const { privateKey } = root.derive(path);
  if (!privateKey) throw new Error(`there is no private key at ${path}`);
  return privateKeyToAccount(bytesToHex(privateKey));
}

/** Returns a signer that derives its keys from a BIP-39 phrase and signs in this process. */
export function localSigner(phrase: string): ChainSigner {
  // The BIP-39 seed, computed by OpenSSL: in JavaScript it takes a tenth of a second.
  const root = HDKey.fromMasterSeed(pbkdf2Sync(phrase, "mnemonic", 2048, 64, "sha512"));
  const treasury = accountAt(root, TREASURY_PATH);
  const relayer = accountAt(root, RELAYER_PATH);
  const accountOf = (holder: TokenHolder) =>
    holder === "treasury" ? treasury : accountAt(root, `${DEPOSIT_PATH}/${holder.depositIndex}`);
  return {
    addresses: async () => ({ treasury: treasury.address, relayer: relayer.address }),
    signAuthorization: (holder, authorization) => accountOf(holder).signTypedData(authorization),
    signTransaction: (transaction) => relayer.signTransaction(transaction),
  };
}
