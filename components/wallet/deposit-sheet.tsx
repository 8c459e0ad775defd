"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { goTo } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { ButtonLink } from "@/components/ui/button-link";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateMark } from "@/components/ui/state-mark";
import { dollars } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { DepositFacts } from "./deposit-facts";
import { stateOf, whereaboutsOf } from "./deposit-words";
import { type DepositDetail, depositQuery, placeOf, useDeposit } from "./queries";

interface DepositSheetProps {
  id: string;
  hrefOf: (id: string) => string;
  /** The explanation of its amount. */
  explanation?: ReactNode;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** A deposit gets its id when it is credited. An address that contains its place on the chain is then replaced. */
function useOwnAddress(deposit: DepositDetail | undefined, ownHref: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!deposit || ownHref === undefined) return;
    client.setQueryData(depositQuery(deposit.id).queryKey, deposit);
    goTo(ownHref, { isReplacing: true });
  }, [client, deposit, ownHref]);
}

function Whereabouts({ deposit }: { deposit: DepositDetail }) {
  const { state, word } = stateOf(deposit);
  return (
    <div className="space-y-1">
      <p className="flex items-center gap-2 font-medium">
        <StateMark state={state} />
        {word}
      </p>
      <p className="text-small text-quiet">{whereaboutsOf(deposit)}</p>
    </div>
  );
}

/** The details of one deposit. */
export function DepositSheet({ id, hrefOf, explanation, ...sheet }: DepositSheetProps) {
  const { data: deposit, error, refetch } = useDeposit(id);
  useOwnAddress(deposit, deposit && deposit.id !== id ? hrefOf(deposit.id) : undefined);
  const failure = error ? toApiError(error) : undefined;
  // A reorganization can remove an unconfirmed transaction; the cached data is then invalid.
  const isGone = failure?.code === "DEPOSIT_NOT_FOUND";
  const shown = isGone ? undefined : deposit;
  return (
    <Sheet
      title="Deposit"
      name={deposit && `Deposit of ${dollars(deposit.amount)}`}
      subject={deposit ? placeOf(deposit) : id}
      {...sheet}
    >
      {failure && !shown && (
        <SheetFailure
          what="Deposit"
          failure={failure}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!shown && !failure && <SkeletonSheet label="Loading deposit" hasAmount />}
      {shown && (
        <>
          <ExplainedAmount
            key={shown.id}
            explanation={shown.status === "credited" ? explanation : undefined}
          >
            <Amount value={shown.amount} direction="in" />
          </ExplainedAmount>
          <Whereabouts deposit={shown} />
          <DepositFacts deposit={shown} />
          {shown.status === "credited" && (
            <div>
              <ButtonLink
                look="plain"
                size="compact"
                href={`/api/v1/partner/export/deposit-receipt/${shown.id}`}
                download=""
              >
                Download receipt
              </ButtonLink>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}
