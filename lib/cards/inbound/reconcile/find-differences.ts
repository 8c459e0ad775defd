import { formatUsd } from "@/lib/kernel/money";
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

/** Compares listed postings with those here that have the same ids. */
export function findDifferences(
  issued: readonly IssuedPosting[],
  booked: readonly BookedPosting[],
): PostingDifference[] {
  const known = new Map(booked.map((each) => [each.id, each]));
  return issued.flatMap((posting) => {
    const { id, kind, amountMicroUsd } = posting;
    const here = known.get(id);
    if (!here) return [{ id, text: `${id}: ${amountOf(posting)} is not posted here` }];
    if (here.kind === kind && here.amountMicroUsd === amountMicroUsd) return [];
    return [{ id, text: `${id}: ${amountOf(posting)}, but here a ${amountOf(here)}` }];
  });
}

/** Finds the postings here that the issuer does not list. */
export function findUnlisted(
  listedIds: ReadonlySet<string>,
  booked: readonly BookedPosting[],
): PostingDifference[] {
  return booked
    .filter(({ id }) => !listedIds.has(id))
    .map((posting) => ({
      id: posting.id,
      text: `${posting.id}: ${amountOf(posting)} is not at the issuer`,
    }));
}
