import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import type { State } from "@/components/ui/state-mark";
import type { ApiData } from "@/lib/api/client/types";
import { networkName } from "@/lib/chain/network-name";

export type Finding = ApiData<"lookupDeposit">;

const STATES: Partial<Record<Finding["code"], State>> = {
  credited: "settled",
  confirming: "waiting",
};

/** The findings about a transaction and each of its transfers, with links. */
export function DepositFinding({ finding }: { finding: Finding }) {
  const { code, text, chain, explorerUrl, foundOn, transfers } = finding;
  return (
    <Notice state={STATES[code] ?? "attention"} title={text} isLive>
      {explorerUrl && (
        <p className="text-small">
          <a href={explorerUrl} className="text-accent underline underline-offset-4">
            View the transaction on {networkName(chain)}
          </a>
        </p>
      )}
      {foundOn && <p className="text-small">Found on {foundOn}.</p>}
      {transfers
        .filter((transfer) => transfer.text !== text)
        .map((transfer) => (
          <p key={`${transfer.toAddress} ${transfer.text}`} className="text-small">
            {transfer.text}
          </p>
        ))}
      {transfers.map(
        ({ depositId }) =>
          depositId && (
            <p key={depositId} className="text-small">
              <Link
                href={`/wallet/${depositId}`}
                className="text-accent underline underline-offset-4"
              >
                View deposit
              </Link>
            </p>
          ),
      )}
    </Notice>
  );
}
