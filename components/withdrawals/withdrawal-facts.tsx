import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { networkName } from "@/lib/chain/network-name";
import type { Withdrawal, WithdrawalProgress } from "./queries";

interface WithdrawalFactsProps {
  withdrawal: Withdrawal;
  progress: WithdrawalProgress | undefined;
}

/** The sum of a withdrawal, and what it is known by. */
export function WithdrawalFacts({ withdrawal, progress }: WithdrawalFactsProps) {
  const { id, amount, fee, netAmount, txHash, status } = withdrawal;
  const isOver = !["pending", "approved", "completed"].includes(status);
  return (
    <Facts
      facts={[
        [
          isOver ? "Debited and refunded" : "Debited from wallet",
          <Amount key="amount" value={amount} />,
        ],
        ["Network fee", !isOver && <Amount key="fee" value={fee} />],
        [
          status === "completed" ? "Received" : "Recipient gets",
          !isOver && <Amount key="net" value={netAmount} currency="USDC" />,
        ],
        ["Network", progress && <span key="network">{networkName(progress.network)}</span>],
        [
          "Transaction",
          txHash && (
            <IdChip
              key="hash"
              value={txHash}
              label="the transaction hash"
              {...(progress?.explorerUrl === undefined ? {} : { href: progress.explorerUrl })}
            />
          ),
        ],
        ["ID", <IdChip key="id" value={id} label="the withdrawal ID" />],
      ]}
    />
  );
}
