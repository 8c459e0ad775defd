import type { CardIssuer, ListedCard } from "../../issuer/port";
import type { CardDifference } from "./schema";
import { findGivenUpCards, findOwnCards, type OwnCard } from "./sql-store";

const BATCH = 1_000;
/** A card that was issued so recently may not be committed here yet. */
const IN_FLIGHT_MS = 600_000;

/** The issuer's cards by id. A million of them needs a few hundred megabytes. */
async function listCards(issuer: CardIssuer): Promise<Map<string, ListedCard>> {
  const cards = new Map<string, ListedCard>();
  for await (const card of issuer.listCards()) cards.set(card.issuerCardId, card);
  return cards;
}

function differenceOf(own: OwnCard, theirs: ListedCard | undefined): CardDifference | undefined {
  const { issuerCardId, cardId: serviceCardId, status: statusHere, isChanging } = own;
  if (isChanging) return undefined;
  if (!theirs)
    return statusHere === "terminated"
      ? undefined
      : { kind: "missing_there", issuerCardId, serviceCardId, statusHere };
  if (theirs.status === statusHere) return undefined;
  const statusThere = theirs.status;
  return { kind: "other_status", issuerCardId, serviceCardId, statusHere, statusThere };
}

/**
 * Compares all cards at the issuer with ours. Cards that change during the comparison are left out, and so are terminated
 * cards that only one side has: nothing can be spent with them.
 */
export async function compareCards(
  issuer: CardIssuer,
  at: Date,
): Promise<{ cards: number; differences: CardDifference[] }> {
  const left = await listCards(issuer);
  const cards = left.size;
  const differences: CardDifference[] = [];
  for (let after = ""; ; ) {
    const batch = await findOwnCards(issuer.name, after, at, BATCH);
    for (const own of batch) {
      const difference = differenceOf(own, left.get(own.issuerCardId));
      if (difference) differences.push(difference);
      left.delete(own.issuerCardId);
    }
    const last = batch.at(-1);
    if (!last) break;
    after = last.issuerCardId;
  }
  for (const id of await findGivenUpCards(issuer.name)) left.delete(id);
  for (const { issuerCardId, status, createdAt } of left.values())
    if (status !== "terminated" && createdAt.getTime() < at.getTime() - IN_FLIGHT_MS)
      differences.push({ kind: "missing_here", issuerCardId, statusThere: status });
  return { cards, differences };
}
