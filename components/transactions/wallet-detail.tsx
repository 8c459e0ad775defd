import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Time } from "@/components/ui/time";
import { networkName } from "@/lib/chain/network-name";
import type { WalletDetail as Detail } from "./queries";
import { hashFact, ownerFacts } from "./shared-facts";
import { TextLink } from "./text-link";
import { whatWalletLineWas } from "./what-it-was";
import { CATEGORIES } from "./words";

function DepositFacts({ deposit }: { deposit: NonNullable<Detail["deposit"]> }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Deposit</h3>
      <Facts
        facts={[
          [
            "Token",
            <span key="token">
              <span className="uppercase">{deposit.token}</span> on {networkName(deposit.chain)}
            </span>,
          ],
          ["From", <IdChip key="from" value={deposit.fromAddress} label="the sender’s address" />],
          ["To", <IdChip key="to" value={deposit.toAddress} label="the deposit address" />],
          hashFact(deposit.txHash, deposit.explorerUrl),
          [
            "Deposit ID",
            <IdChip
              key="id"
              value={deposit.id}
              label="the deposit ID"
              href={`/wallet/${deposit.id}`}
            />,
          ],
        ]}
      />
    </section>
  );
}

/** The status of a withdrawal, and the label of its net amount. */
const STATES: Record<NonNullable<Detail["withdrawal"]>["status"], { word: string; net: string }> = {
  pending: { word: "Pending", net: "To be sent" },
  approved: { word: "Approved", net: "To be sent" },
  completed: { word: "Completed", net: "Sent on chain" },
  cancelled: { word: "Cancelled", net: "Not sent" },
  rejected: { word: "Rejected", net: "Not sent" },
  failed: { word: "Failed", net: "Not sent" },
};

function WithdrawalFacts({ withdrawal }: { withdrawal: NonNullable<Detail["withdrawal"]> }) {
  const { id, fee, netAmount, toAddress, txHash, explorerUrl } = withdrawal;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Withdrawal</h3>
      <Facts
        facts={[
          [
            "Status",
            <TextLink key="state" href={`/withdrawals/${id}`}>
              {STATES[withdrawal.status].word}
            </TextLink>,
          ],
          ["Fee", <Amount key="fee" value={fee} />],
          [STATES[withdrawal.status].net, <Amount key="net" value={netAmount} currency="USDC" />],
          ["To", <IdChip key="to" value={toAddress} label="the address" />],
          hashFact(txHash, explorerUrl),
        ]}
      />
    </section>
  );
}

interface WalletDetailProps {
  detail: Detail;
  /** The explanation of the amount. */
  explanation: ReactNode;
}

/** The details of a wallet transaction. */
export function WalletDetail({ detail, explanation }: WalletDetailProps) {
  const { amount, currency, type, deposit, withdrawal } = detail;
  return (
    <>
      <div className="space-y-2">
        <ExplainedAmount explanation={explanation}>
          <Amount value={amount} currency={currency} direction={type === "credit" ? "in" : "out"} />
        </ExplainedAmount>
        <p className="font-medium">{whatWalletLineWas(detail)}</p>
      </div>
      <Facts
        facts={[
          ["Type", CATEGORIES[detail.category]],
          ["Description", detail.narration],
          ...ownerFacts(detail),
          ["Date", <Time key="time" instant={detail.createdAt} isExact />],
          ["ID", <IdChip key="id" value={detail._id} label="the transaction ID" />],
        ]}
      />
      {deposit && <DepositFacts deposit={deposit} />}
      {withdrawal && <WithdrawalFacts withdrawal={withdrawal} />}
    </>
  );
}
