"use client";

import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { transactionTitle } from "@/lib/cards/transaction-words";
import { CardDetail } from "./card-detail";
import { type TransactionDetail, useTransaction } from "./queries";
import { RelatedLines } from "./related-lines";
import { WalletDetail } from "./wallet-detail";

interface TransactionSheetProps {
  transactionId: string;
  /** The explanation of the amount. */
  explanation: ReactNode;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

const titleOf = (detail: TransactionDetail) =>
  detail.kind === "card" ? transactionTitle(detail) : detail.narration;

/** The details of one transaction, of a card or of the wallet. */
export function TransactionSheet({
  transactionId,
  explanation,
  closeHref,
  onClose,
  takesFocus,
}: TransactionSheetProps) {
  const { data: detail, error, refetch } = useTransaction(transactionId);
  return (
    <Sheet
      title={detail ? titleOf(detail) : "Transaction"}
      subject={transactionId}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !detail && (
        <SheetFailure
          what="Transaction"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={closeHref}
        />
      )}
      {!detail && !error && <SkeletonSheet label="Loading transaction" hasAmount />}
      {detail && (
        <>
          {detail.kind === "card" ? (
            <CardDetail key={transactionId} detail={detail} explanation={explanation} />
          ) : (
            <WalletDetail key={transactionId} detail={detail} explanation={explanation} />
          )}
          <RelatedLines related={detail.related} />
        </>
      )}
    </Sheet>
  );
}
