import { prisma } from "@/lib/db";
import { type IssuedPosting, POSTING_KINDS } from "../issued-posting";
import type { SendingIssuer } from "../port";

export interface BookedPosting {
  /** The issuer's id of the message. */
  id: string;
  kind: string;
  amountMicroUsd: bigint;
}

const SELECT = { id: true, kind: true, amountMicroUsd: true } as const;

/** Messages here have the issuer before the issuer's id. */
const prefixOf = (issuer: SendingIssuer) => `${issuer}:`;

const withoutPrefix =
  (issuer: SendingIssuer) =>
  ({ id, ...rest }: BookedPosting): BookedPosting => ({
    id: id.slice(prefixOf(issuer).length),
    ...rest,
  });

/** Finds the postings here that have the ids of the listed ones. */
export async function findBooked(
  issuer: SendingIssuer,
  postings: readonly IssuedPosting[],
): Promise<BookedPosting[]> {
  const db = await prisma();
  const found = await db.networkMessage.findMany({
    where: { id: { in: postings.map(({ id }) => prefixOf(issuer) + id) } },
    select: SELECT,
  });
  return found.map(withoutPrefix(issuer));
}

/** The issuer's ids of those cards that are cards of ours. */
export async function findKnownCards(
  issuer: SendingIssuer,
  issuerCardIds: readonly string[],
): Promise<Set<string>> {
  const db = await prisma();
  const cards = await db.card.findMany({
    where: { issuer, issuerCardId: { in: [...issuerCardIds] } },
    select: { issuerCardId: true },
  });
  return new Set(cards.map(({ issuerCardId }) => issuerCardId));
}

/** Lists the postings here of a period by the network's time, in pages. */
export async function* listBooked(
  issuer: SendingIssuer,
  period: { from: Date; until: Date },
): AsyncIterable<BookedPosting[]> {
  const take = 1_000;
  const db = await prisma();
  const where = {
    kind: { in: [...POSTING_KINDS] },
    sentAt: { gte: period.from, lt: period.until },
    id: { startsWith: prefixOf(issuer) },
  };
  let after = {};
  for (;;) {
    const page = await db.networkMessage.findMany({
      where,
      select: SELECT,
      orderBy: [{ sentAt: "asc" }, { id: "asc" }],
      take,
      ...after,
    });
    yield page.map(withoutPrefix(issuer));
    const last = page.at(-1);
    if (page.length < take || !last) return;
    after = { cursor: { id: last.id }, skip: 1 };
  }
}
