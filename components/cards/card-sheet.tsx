"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { CardActions } from "./card-actions";
import { CardFace } from "./card-face";
import { CardStanding } from "./card-standing";
import { CardTransactions } from "./card-transactions";
import { DepositAddress } from "./deposit-address";
import { HeldDeposits } from "./held-deposits";
import { type Card, useCard } from "./queries";
import { Simulator } from "./simulator";

interface CardSheetProps {
  serviceCardId: string;
  /** The explanation of its balance. */
  explanation?: ReactNode;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

function CardFacts({ card }: { card: Card }) {
  const { address } = card;
  const held = card.ledgerBalance - card.availableBalance;
  return (
    <Facts
      facts={[
        ["Authorized", <Amount key="held" value={held} />],
        [
          "User",
          <Link
            key="user"
            href={`/users/${card.serviceId}`}
            className="text-accent underline underline-offset-4"
          >
            {card.cardName}
          </Link>,
        ],
        ["Funding", card.fundingType === "float" ? "Float (wallet)" : "Crypto (deposits)"],
        ["Program", card.cardProgram === "custodial" ? "Custodial" : "Non-custodial"],
        [
          "Billing address",
          `${address.street}, ${address.city}, ${address.state} ${address.postalCode}, ${address.country}`,
        ],
        ["Created", <Time key="time" instant={card.createdAt} isExact />],
        ["ID", <IdChip key="id" value={card.serviceCardId} label="the card ID" />],
      ]}
    />
  );
}

/** The details of one card, and whether it can be used now. */
export function CardSheet({
  serviceCardId,
  closeHref,
  onClose,
  takesFocus,
  explanation,
}: CardSheetProps) {
  const { data: card, error, refetch } = useCard(serviceCardId);
  const { role, isSandbox } = useReader();
  const mayChange = role !== "viewer";
  return (
    <Sheet
      title={card ? `Card ending ${card.last4}` : "Card"}
      subject={serviceCardId}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !card && (
        <SheetFailure
          what="Card"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={closeHref}
        />
      )}
      {!card && !error && <Skeleton className="h-64" />}
      {card && (
        <>
          <div className="space-y-2">
            <p className="text-large font-semibold">
              <Amount value={card.availableBalance} />
            </p>
            <CardStanding card={card} />
          </div>
          <CardFace card={card} mayReveal={mayChange} />
          {mayChange && card.status !== "terminated" && <CardActions card={card} />}
          {!mayChange && (
            <RoleNote>Only owners and developers can manage this card or see its number.</RoleNote>
          )}
          {card.depositAddress &&
            (card.status === "terminated" ? (
              <HeldDeposits serviceCardId={serviceCardId} />
            ) : (
              <DepositAddress card={card} />
            ))}
          <CardFacts card={card} />
          {isSandbox && mayChange && <Simulator card={card} />}
          <CardTransactions serviceCardId={serviceCardId} />
          {explanation}
        </>
      )}
    </Sheet>
  );
}
