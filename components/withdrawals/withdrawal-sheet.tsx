"use client";

import { Amount } from "@/components/ui/amount";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { useReader } from "@/components/ui/reader";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/fetch/api-error";
import { CancelWithdrawal } from "./cancel-withdrawal";
import { useWithdrawal } from "./queries";
import { Timeline } from "./timeline";

interface WithdrawalSheetProps {
  id: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** One withdrawal: where the money is now. */
export function WithdrawalSheet({ id, closeHref, onClose, takesFocus }: WithdrawalSheetProps) {
  const { data: withdrawal, error, refetch } = useWithdrawal(id);
  const { role } = useReader();
  return (
    <Sheet
      title="Withdrawal"
      subject={id}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !withdrawal && (
        <ErrorPanel
          title="This withdrawal cannot be shown"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!withdrawal && !error && <Skeleton className="h-64" />}
      {withdrawal && (
        <>
          <p className="text-large font-semibold">
            <Amount value={withdrawal.amount} />
          </p>
          <Timeline withdrawal={withdrawal} />
          <Facts
            facts={[
              ["Taken off the wallet", <Amount key="amount" value={withdrawal.amount} />],
              ["Fee", <Amount key="fee" value={withdrawal.fee} />],
              ["Arrives", <Amount key="net" value={withdrawal.netAmount} currency="USDC" />],
              ["Network", "Base"],
              [
                "Transaction",
                withdrawal.txHash && (
                  <IdChip key="hash" value={withdrawal.txHash} label="the transaction hash" />
                ),
              ],
              ["Id", <IdChip key="id" value={withdrawal.id} label="the withdrawal id" />],
            ]}
          />
          <section className="space-y-2">
            <h3 className="font-semibold">To</h3>
            <CodeLine text={withdrawal.toAddress} label="the address" />
          </section>
          {role === "owner" && withdrawal.status === "pending" && (
            <CancelWithdrawal withdrawal={withdrawal} />
          )}
        </>
      )}
    </Sheet>
  );
}
