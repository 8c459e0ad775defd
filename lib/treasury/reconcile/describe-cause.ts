import { formatUsd } from "@/lib/kernel/money";
import type { Cause } from "./reconciliation";

/** Describes a cause as a text for the operator's people. */
export function describeCause({ kind, account, amountMicroUsd, ...rest }: Cause): string {
  const amount = formatUsd(amountMicroUsd < 0n ? -amountMicroUsd : amountMicroUsd);
  const where = `transaction ${rest.txHash}, block ${rest.blockNumber}`;
  switch (kind) {
    case "received":
      return `${account} received ${amount} from ${rest.counterparty}, without a matching deposit, sweep or operator posting (${where})`;
    case "sent":
      return `${account} sent ${amount} to ${rest.counterparty}, without a matching withdrawal, sweep or operator posting (${where})`;
    case "not_on_chain":
      return `${amount} was credited for ${account}, but the chain has no such transfer (${where})`;
    case "no_block":
      return `${amount} was credited for ${account} without an on-chain block`;
  }
}
