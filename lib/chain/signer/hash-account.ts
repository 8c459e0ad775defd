import {
  bytesToHex,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  type Signature,
  serializeSignature,
  serializeTransaction,
} from "viem";
import { type LocalAccount, publicKeyToAddress, toAccount } from "viem/accounts";
import type { HashKey } from "./hash-key";
import { verifiedSignature } from "./verified-signature";

/**
 * Returns the account of a key, which hashes what it signs in this process and has only the hash signed. Each signature
 * is verified before it is returned.
 * @throws the vault's error when it does not give the public key.
 */
export async function accountOf(key: HashKey): Promise<LocalAccount> {
  const publicKey = await key.publicKey();
  const sign = async (hash: Hex): Promise<Signature> => {
    const bytes = hexToBytes(hash);
    return verifiedSignature(bytes, publicKey, await key.sign(bytes));
  };
  const signed = async (hash: Hex) => serializeSignature(await sign(hash));
  return toAccount({
    address: publicKeyToAddress(bytesToHex(publicKey)),
    sign: ({ hash }) => signed(hash),
    signMessage: ({ message }) => signed(hashMessage(message)),
    signTypedData: (data) => signed(hashTypedData(data)),
    signTransaction: async (transaction, { serializer = serializeTransaction } = {}) => {
      const hash = keccak256(await serializer(transaction as never));
      return serializer(transaction as never, await sign(hash));
    },
  });
}
