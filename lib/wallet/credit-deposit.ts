import { newId } from "@/lib/ids";
import { commit, custodyAccount, depositJournal, walletAccount } from "@/lib/ledger";
import { usdFromMicroUsd } from "@/lib/money";
import { emit } from "@/lib/webhooks/emit";
import { walletTransaction } from "./wallet-transaction";

/** A confirmed transfer of a supported stablecoin to a partner's deposit address. */
export interface WalletDeposit {
  partnerId: string;
  chain: string;
  token: string;
  txHash: string;
  /** Which transfer within the transaction: it stays the same when a reorganisation moves the log. */
  ordinal: number;
  amountMicroUsd: bigint;
  fromAddress: string;
  toAddress: string;
  at: Date;
}

/**
 * Credits a deposit to the partner's wallet, once per (chain, transaction, ordinal).
 * Source: spec, wallet.deposit.crypto; design 6, deposit.
 * @returns the id of the deposit.
 * @throws StaleDecision when this transfer was credited before.
 */
export async function creditDeposit(deposit: WalletDeposit): Promise<string> {
  const { partnerId, chain, token, txHash, ordinal, amountMicroUsd, fromAddress, toAddress, at } =
    deposit;
  const id = newId("dep");
  const source = { sourceId: `${chain}:${txHash}:${ordinal}`, partnerId };
  const journal = depositJournal(source, chain, token, walletAccount(partnerId), amountMicroUsd);
  const narration = `Deposit of ${token.toUpperCase()} on ${chain}`;
  await commit({
    accounts: [{ id: custodyAccount(chain, token), kind: "custody" }],
    insert: {
      deposits: [
        {
          id,
          cardId: null,
          createdAt: at,
          partnerId,
          chain,
          token,
          txHash,
          ordinal,
          amountMicroUsd,
          fromAddress,
          toAddress,
        },
      ],
    },
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { partnerId, narration, createdAt: at })],
    events: [
      emit({
        partnerId,
        resourceId: id,
        type: "wallet.deposit.crypto",
        at,
        data: {
          partnerId,
          amount: usdFromMicroUsd(amountMicroUsd),
          txHash,
          chain,
          token,
          fromAddress,
          toAddress,
        },
      }),
    ],
  });
  return id;
}
