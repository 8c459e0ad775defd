import type { HDKey, LocalAccount } from "viem/accounts";
import { depositKeys } from "./deposit-keys";
import { accountOf } from "./hash-account";
import type { HashKey } from "./hash-key";
import type { ChainSigner } from "./port";

interface Keys {
  treasury: HashKey;
  relayer: HashKey;
  /** The private half of DEPOSIT_XPUB; undefined when this process has none. */
  deposits: HDKey | undefined;
}

/** Asks the vault for the public key once, and again only after it did not answer. */
function remembered(key: HashKey): () => Promise<LocalAccount> {
  let account: Promise<LocalAccount> | undefined;
  return () => {
    account ??= accountOf(key).catch((error: unknown) => {
      account = undefined;
      throw error;
    });
    return account;
  };
}

/** Returns the signer of these keys. The treasury and the relayer must have different keys. */
export function makeSigner({ treasury, relayer, deposits }: Keys): ChainSigner {
  const [treasuryAccount, relayerAccount] = [remembered(treasury), remembered(relayer)];
  const ofDeposits = deposits && depositKeys(deposits);
  return {
    canSweep: ofDeposits !== undefined,
    addresses: async () => ({
      treasury: (await treasuryAccount()).address,
      relayer: (await relayerAccount()).address,
    }),
    signAuthorization: async (holder, authorization) => {
      const account = await treasuryAccount();
      if (holder === "treasury") return account.signTypedData(authorization);
      if (!ofDeposits) throw new Error("this process has no keys of deposit addresses");
      return ofDeposits.sign(holder.depositIndex, authorization, account.address);
    },
    signTransaction: async (transaction) => (await relayerAccount()).signTransaction(transaction),
    signText: async (by, text) => {
      const account = await (by === "treasury" ? treasuryAccount() : relayerAccount());
      return account.signMessage({ message: text });
    },
  };
}
