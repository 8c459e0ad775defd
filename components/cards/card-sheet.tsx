"use client";

import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { ExplainedAmount } from "@/components/ui/explained-amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { CardActions } from "./card-actions";
import { CardEnd } from "./card-end";
import { CardStanding } from "./card-standing";
import { CardState } from "./card-state";
import { CardTransactions } from "./card-transactions";
import { DepositAddress } from "./deposit-address";
import { HeldDeposits } from "./held-deposits";
import { type Card, useCard, useListedCard } from "./queries";
import { ShortfallNotice } from "./shortfall-notice";
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
        ["Card number", `•••• ${card.last4}`],
        ["Expires", card.cardExpiry],
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
  const listed = useListedCard(serviceCardId);
  const known = card ?? listed;
  const { role, isSandbox } = useReader();
  const mayChange = role !== "viewer";
  const isTerminated = card?.status === "terminated";
  const mayManage = mayChange && !isTerminated;
  return (
    <Sheet
      title={known ? `Card ending ${known.last4}` : "Card"}
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
      {!card && !error && (
        <SkeletonSheet label="Loading card" hasAmount>
          {listed && (
            <div className="space-y-2">
              <ExplainedAmount>
                <Amount value={listed.availableBalance} />
              </ExplainedAmount>
              <CardState status={listed.status} />
            </div>
          )}
        </SkeletonSheet>
      )}
      {card && (
        <>
          <div className="space-y-2">
            <ExplainedAmount explanation={explanation}>
              <Amount value={card.availableBalance} />
            </ExplainedAmount>
            <CardStanding card={card} />
          </div>
          <ShortfallNotice card={card} />
          {mayManage && <CardActions card={card} />}
          {!mayChange && (
            <RoleNote>Only owners and developers can manage this card or see its number.</RoleNote>
          )}
          <CardTransactions serviceCardId={serviceCardId} />
          {card.depositAddress &&
            (isTerminated ? (
              <HeldDeposits depositAddress={card.depositAddress} />
            ) : (
              <DepositAddress card={card} />
            ))}
          {isSandbox && mayChange && <Simulator card={card} />}
          <CardFacts card={card} />
          {mayManage && <CardEnd card={card} />}
        </>
      )}
    </Sheet>
  );
}
