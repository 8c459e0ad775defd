"use client";

import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateWord } from "@/components/ui/state-word";
import { toApiError } from "@/lib/api/client/api-error";
import { directionOf, STATUS_WORDS, transactionTitle } from "@/lib/cards/transaction-words";
import { CardDetail } from "./card-detail";
import {
  type TransactionDetail,
  useListedCardTransaction,
  useListedWalletTransaction,
  useTransaction,
} from "./queries";
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

/** The facts of a loading transaction that the list has already: its name, amount and status. */
function useListedParts(transactionId: string) {
  const ofCard = useListedCardTransaction(transactionId);
  const ofWallet = useListedWalletTransaction(transactionId);
  if (ofCard) {
    const { amount, currency, status } = ofCard;
    const shown = <Amount value={amount} currency={currency} direction={directionOf(ofCard)} />;
    return {
      title: transactionTitle(ofCard),
      parts: (
        <div className="space-y-2">
          <ExplainedAmount>{shown}</ExplainedAmount>
          <StateWord {...STATUS_WORDS[status]} />
        </div>
      ),
    };
  }
  if (!ofWallet) return { title: "Transaction", parts: undefined };
  const direction = ofWallet.type === "credit" ? "in" : "out";
  return {
    title: ofWallet.narration,
    parts: (
      <ExplainedAmount>
        <Amount value={ofWallet.amount} direction={direction} />
      </ExplainedAmount>
    ),
  };
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
  const listed = useListedParts(transactionId);
  return (
    <Sheet
      title={detail ? titleOf(detail) : listed.title}
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
      {!detail && !error && (
        <SkeletonSheet label="Loading transaction" hasAmount>
          {listed.parts}
        </SkeletonSheet>
      )}
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
