import { bytesToHex, type Hex, isAddressEqual, type TypedDataDefinition } from "viem";
import { type HDKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { ChainAddress } from "@/lib/chain/networks";

/** The part of an EIP-3009 message that says between whom tokens move. */
interface Ends {
  from?: unknown;
  to?: unknown;
}

function requireSweep(
  { primaryType, message }: TypedDataDefinition,
  address: ChainAddress,
  treasury: ChainAddress,
): void {
  const { from, to } = message as Ends;
  const is = (value: unknown, expected: ChainAddress) =>
    typeof value === "string" && isAddressEqual(value as Hex, expected);
  if (primaryType === "TransferWithAuthorization" && is(from, address) && is(to, treasury)) return;
  throw new Error(
    `the key of the deposit address ${address} signs only transfers of its tokens to the treasury ${treasury}`,
  );
}

/**
 * Signs sweeps with the keys of the deposit addresses.
 * @param parent the private half of DEPOSIT_XPUB
 */
export function depositKeys(parent: HDKey) {
  const accountAt = (index: number): PrivateKeyAccount => {
    const { privateKey } = parent.deriveChild(index);
    if (!privateKey) throw new Error("the extended key of the deposit addresses is not private");
    return privateKeyToAccount(bytesToHex(privateKey));
  };
  return {
    /** @throws when the message is anything but the address's transfer to the treasury. */
    async sign(index: number, message: TypedDataDefinition, treasury: ChainAddress): Promise<Hex> {
      const account = accountAt(index);
      requireSweep(message, account.address, treasury);
      return account.signTypedData(message);
    },
  };
}
