"use client";

import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button-link";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateMark } from "@/components/ui/state-mark";
import { Timeline } from "@/components/ui/timeline";
import { dollars } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { CancelWithdrawal } from "./cancel-withdrawal";
import { OwnApproval } from "./own-approval";
import { useWithdrawal, useWithdrawalProgress } from "./queries";
import { Recipient } from "./recipient";
import { stepsOf, whereabouts } from "./steps";
import { WithdrawalFacts } from "./withdrawal-facts";

interface WithdrawalSheetProps {
  id: string;
  /** The explanation of its amount. */
  explanation?: ReactNode;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one withdrawal. */
export function WithdrawalSheet({
  id,
  closeHref,
  onClose,
  takesFocus,
  explanation,
}: WithdrawalSheetProps) {
  const { data: withdrawal, error, refetch } = useWithdrawal(id);
  const { data: progress, isPending: isProgressPending } = useWithdrawalProgress(id);
  const { role } = useReader();
  const waiting = progress?.waiting;
  return (
    <Sheet
      title="Withdrawal"
      name={withdrawal && `Withdrawal of ${dollars(withdrawal.amount)}`}
      subject={id}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !withdrawal && (
        <SheetFailure
          what="Withdrawal"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={closeHref}
        />
      )}
      {!withdrawal && !error && <SkeletonSheet label="Loading withdrawal" hasAmount />}
      {withdrawal && (
        <>
          <ExplainedAmount explanation={explanation}>
            <Amount value={withdrawal.amount} />
          </ExplainedAmount>
          <p className="flex items-center gap-2 font-medium">
            <StateMark state={whereabouts(withdrawal).state} />
            {whereabouts(withdrawal).text}
          </p>
          {withdrawal.status === "pending" && waiting && <OwnApproval waiting={waiting} />}
          <Timeline steps={stepsOf(withdrawal, progress)} />
          <WithdrawalFacts withdrawal={withdrawal} progress={progress} />
          {withdrawal.status === "completed" && (
            <div>
              <ButtonLink
                look="plain"
                size="compact"
                href={`/api/v1/partner/export/withdrawal-receipt/${id}`}
                download=""
              >
                Download receipt
              </ButtonLink>
            </div>
          )}
          <Recipient address={withdrawal.toAddress} />
          {withdrawal.status === "pending" && role !== "owner" && (
            <RoleNote>Only owners can cancel it.</RoleNote>
          )}
          {/* The verb of the button follows from the progress. */}
          {withdrawal.status === "pending" && role === "owner" && !isProgressPending && (
            <CancelWithdrawal withdrawal={withdrawal} isRejection={waiting?.mayApprove === true} />
          )}
        </>
      )}
    </Sheet>
  );
}
