import type { ReactNode } from "react";
import { IdChip } from "@/components/ui/id-chip";
import type { TransactionDetail } from "./queries";
import { TextLink } from "./text-link";

export type Fact = readonly [string, ReactNode];

const CARD_STATES = { active: "", frozen: ", frozen", terminated: ", terminated" };

/** The card and the user of a transaction, with links. */
export function ownerFacts({ card, user }: TransactionDetail): Fact[] {
  return [
    [
      "Card",
      card && (
        <span key="card">
          <TextLink href={`/cards/${card.serviceCardId}`}>Ending {card.last4}</TextLink>
          {CARD_STATES[card.status]}
        </span>
      ),
    ],
    [
      "User",
      user &&
        (user.isDeleted ? (
          "Deleted"
        ) : (
          <TextLink key="user" href={`/users/${user.serviceId}`}>
            {user.name}
          </TextLink>
        )),
    ],
  ];
}

/** A chain transaction, with a link to the block explorer. */
export function hashFact(txHash: string | undefined, explorerUrl: string | undefined): Fact {
  return [
    "Transaction hash",
    txHash && (
      <IdChip
        key="hash"
        value={txHash}
        label="the transaction hash"
        {...(explorerUrl === undefined ? {} : { href: explorerUrl })}
      />
    ),
  ];
}
