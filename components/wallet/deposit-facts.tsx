import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Time } from "@/components/ui/time";
import { networkName } from "@/lib/chain/network-name";
import { depthOf } from "./deposit-words";
import type { DepositDetail } from "./queries";

const TIMES = { confirming: "Detected", credited: "Credited", held: "Received" };

/** The details of a deposit, with links. */
export function DepositFacts({ deposit }: { deposit: DepositDetail }) {
  const { id, status, serviceCardId, walletTransactionId, explorerUrl } = deposit;
  return (
    <Facts
      facts={[
        [
          "Token",
          <span key="token">
            <span className="uppercase">{deposit.token}</span> on {networkName(deposit.chain)}
          </span>,
        ],
        ["Confirmations", depthOf(deposit)],
        [TIMES[status], <Time key="time" instant={deposit.createdAt} isExact />],
        ["From", <IdChip key="from" value={deposit.fromAddress} label="the sender’s address" />],
        ["To", <IdChip key="to" value={deposit.toAddress} label="the deposit address" />],
        [
          "Card",
          serviceCardId && (
            <IdChip
              key="card"
              value={serviceCardId}
              label="the card ID"
              href={`/cards/${serviceCardId}`}
            />
          ),
        ],
        [
          "Transaction hash",
          <IdChip
            key="hash"
            value={deposit.txHash}
            label="the transaction hash"
            {...(explorerUrl === undefined ? {} : { href: explorerUrl })}
          />,
        ],
        [
          "Wallet transaction",
          walletTransactionId && (
            <IdChip
              key="line"
              value={walletTransactionId}
              label="the wallet transaction ID"
              href={`/transactions/${walletTransactionId}?of=wallet`}
            />
          ),
        ],
        ["ID", status !== "confirming" && <IdChip key="id" value={id} label="the deposit ID" />],
      ]}
    />
  );
}
