import type { ReactNode } from "react";
import { IdChip } from "@/components/ui/id-chip";
import type { TransactionDetail } from "./queries";
import { TextLink } from "./text-link";

type Fact = readonly [string, ReactNode];

const CARD_STATES = { active: "", frozen: ", frozen", terminated: ", terminated" };

/** Whose a line is: the card and its user, each the way to it. */
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

/** A transaction on a chain, and the way to where people see it. */
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
