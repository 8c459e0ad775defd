import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ShownTransaction, ShownTransfer } from "@/lib/chain/show-transaction";

const STATES = {
  waiting: { state: "waiting", word: "Waiting for a block" },
  succeeded: { state: "settled", word: "Succeeded" },
  failed: { state: "failed", word: "Failed" },
} as const;

function Transfer({ transfer }: { transfer: ShownTransfer }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3">
      <span className="flex flex-wrap items-center gap-x-2">
        <IdChip value={transfer.fromAddress} label="sender address" />
        <span className="text-quiet">to</span>
        <IdChip value={transfer.toAddress} label="recipient address" />
      </span>
      <Amount value={transfer.amountUsd} currency={transfer.token.toUpperCase()} />
    </li>
  );
}

/** One transaction of a local chain, with its status and transfers. */
export function ChainTransaction({ transaction }: { transaction: ShownTransaction }) {
  const { chain, txHash, status, minedAt, transfers } = transaction;
  return (
    <main className="mx-auto grid max-w-2xl gap-6 px-4 py-10">
      <header className="grid gap-1">
        <p className="text-small text-quiet">{chain}, a local test chain</p>
        <h1 className="text-large">Transaction</h1>
        <IdChip value={txHash} label="transaction hash" />
      </header>
      <Facts
        facts={[
          ["Status", <StateWord key="state" {...STATES[status]} />],
          ["Block", transaction.blockNumber],
          ["Confirmations", transaction.confirmations],
          ["Time", minedAt && <Time key="time" instant={minedAt} isExact />],
          ["From", <IdChip key="from" value={transaction.fromAddress} label="sender address" />],
          [
            "To",
            transaction.toAddress && (
              <IdChip key="to" value={transaction.toAddress} label="contract address" />
            ),
          ],
        ]}
      />
      <section className="grid gap-2">
        <h2>Transfers of credited tokens</h2>
        {transfers.length === 0 ? (
          <p className="text-small text-quiet">No transfers.</p>
        ) : (
          <ul className="border-t border-line">
            {transfers.map((transfer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a transaction's transfers have no other name
              <Transfer key={index} transfer={transfer} />
            ))}
          </ul>
        )}
      </section>
    </main>
  );
}
