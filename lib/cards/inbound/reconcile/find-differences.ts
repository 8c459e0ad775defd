import { formatUsd } from "@/lib/kernel/money";
import type { UnreadableItem } from "../feed/port";
import type { IssuedPosting } from "../issued-posting";
import type { BookedPosting } from "./store";

/** A posting that is only here, only at the issuer, or not the same. */
export interface PostingDifference {
  /** The issuer's id of the message. */
  id: string;
  /** A sentence for operators. */
  text: string;
}

const amountOf = ({ kind, amountMicroUsd }: BookedPosting | IssuedPosting) =>
  `${kind.replaceAll("_", " ")} of ${formatUsd(amountMicroUsd)} USD`;

/** What a posting adds to the balance of the card; below zero for what it takes. */
const effectOf = ({ kind, amountMicroUsd }: BookedPosting | IssuedPosting) =>
  kind === "refund" ? amountMicroUsd : -amountMicroUsd;

/**
 * Compares listed postings with those here that have the same ids.
 * @param corrections what administrators have added to the card for a posting, by its id
 */
export function findDifferences(
  issued: readonly IssuedPosting[],
  booked: readonly BookedPosting[],
  corrections: ReadonlyMap<string, bigint> = new Map(),
): PostingDifference[] {
  const known = new Map(booked.map((each) => [each.id, each]));
  return issued.flatMap((posting) => {
    const { id, kind, amountMicroUsd } = posting;
    const here = known.get(id);
    const corrected = corrections.get(id);
    if (here?.kind === kind && here.amountMicroUsd === amountMicroUsd)
      // Other corrections are about a posting that is right, such as one that gives the partner a fee back.
      return corrected === effectOf(posting)
        ? [{ id, text: `${id}: ${amountOf(posting)} is posted here and was corrected by hand too` }]
        : [];
    if (corrected === effectOf(posting) - (here ? effectOf(here) : 0n)) return [];
    if (!here) return [{ id, text: `${id}: ${amountOf(posting)} is not posted here` }];
    return [{ id, text: `${id}: ${amountOf(posting)}, but here a ${amountOf(here)}` }];
  });
}

/** Describes postings here that the issuer does not have. */
export const missingAtIssuer = (booked: readonly BookedPosting[]): PostingDifference[] =>
  booked.map((posting) => ({
    id: posting.id,
    text: `${posting.id}: ${amountOf(posting)} is not at the issuer`,
  }));

/** Describes what the issuer lists and nobody here can read. */
export const unreadableAtIssuer = (items: readonly UnreadableItem[]): PostingDifference[] =>
  items.map(({ id, failure }) => ({ id, text: `${id}: cannot be compared: ${failure}` }));
