import { findLasting } from "@/lib/alerts/sql-store";
import { prisma } from "@/lib/db";
import { type IssuedPosting, POSTING_KINDS } from "../issued-posting";
import type { SendingIssuer } from "../port";

export interface BookedPosting {
  /** The issuer's id of the message. */
  id: string;
  /** The issuer's id of its transaction. */
  issuerTransactionId: string;
  kind: string;
  amountMicroUsd: bigint;
}

const SELECT = { id: true, networkTransactionId: true, kind: true, amountMicroUsd: true } as const;
type Selected = Omit<BookedPosting, "issuerTransactionId"> & { networkTransactionId: string };

/** Messages here have the issuer before the issuer's id. */
const prefixOf = (issuer: SendingIssuer) => `${issuer}:`;

const withoutPrefix =
  (issuer: SendingIssuer) =>
  ({ id, networkTransactionId, ...rest }: Selected): BookedPosting => ({
    id: id.slice(prefixOf(issuer).length),
    issuerTransactionId: networkTransactionId.slice(prefixOf(issuer).length),
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

/**
 * Sums up what administrators have added to the cards of postings, in micro-USD, by the issuer's id of the posting: by operator
 * postings with this id as their reference. One for the partner's wallet counts too, because a terminated card takes none. Of a
 * capture that was linked to the authorization of another card, administrators find out whose it is: one for any card counts.
 */
export async function findCorrections(
  issuer: SendingIssuer,
  postings: readonly IssuedPosting[],
): Promise<Map<string, bigint>> {
  const db = await prisma();
  const cards = await db.card.findMany({
    where: { issuer, issuerCardId: { in: postings.map(({ issuerCardId }) => issuerCardId) } },
    select: { id: true, issuerCardId: true, partnerId: true },
  });
  const cardOf = new Map(cards.map((card) => [card.issuerCardId, card]));
  const ownerOf = new Map(postings.map(({ id, issuerCardId }) => [id, cardOf.get(issuerCardId)]));
  const corrections = await db.operatorPosting.findMany({
    where: { status: "posted", kind: "correction", reference: { in: [...ownerOf.keys()] } },
    select: { reference: true, partnerId: true, cardId: true, legs: true },
  });
  const linked = await findLasting(
    "transaction_of_other_card",
    corrections.map(({ reference }) => prefixOf(issuer) + reference),
  );
  const sums = new Map<string, bigint>();
  for (const { reference, partnerId, cardId, legs } of corrections) {
    if (reference === null) continue;
    const owner = ownerOf.get(reference);
    const isOwner = owner?.partnerId === partnerId && (cardId === null || cardId === owner.id);
    if (!isOwner && !linked.has(prefixOf(issuer) + reference)) continue;
    // The first leg is that of the card or the wallet.
    const [{ amount }] = legs as unknown as [{ amount: string }];
    sums.set(reference, (sums.get(reference) ?? 0n) + BigInt(amount));
  }
  return sums;
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

/** An open hold of a network transaction. */
export interface OpenHold {
  issuerTransactionId: string;
  heldMicroUsd: bigint;
  /** The issuer's time of the newest message about the authorization. */
  newestAt: Date;
}

/**
 * Lists the issuer's transactions of which a debit from before an instant still holds money, in pages. The caller may end
 * the holds of a page before it takes the next one.
 */
export async function* listOldHolds(
  issuer: SendingIssuer,
  before: Date,
  take = 500,
): AsyncIterable<string[]> {
  const db = await prisma();
  const where = {
    heldMicroUsd: { gt: 0n },
    createdAt: { lt: before },
    networkTransactionId: { startsWith: prefixOf(issuer) },
  };
  let after = "";
  for (;;) {
    const page = await db.cardTransaction.findMany({
      // A cursor with `skip: 1` would skip the next hold instead of its own, when its own hold has ended.
      where: { ...where, id: { gt: after } },
      select: { id: true, networkTransactionId: true },
      orderBy: { id: "asc" },
      take,
    });
    const ids = page.flatMap(({ networkTransactionId }) => networkTransactionId ?? []);
    yield [...new Set(ids)].map((id) => id.slice(prefixOf(issuer).length));
    const last = page.at(-1);
    if (page.length < take || !last) return;
    after = last.id;
  }
}

/** Reads what a transaction holds; undefined when it holds nothing. */
export async function findOpenHold(
  issuer: SendingIssuer,
  issuerTransactionId: string,
): Promise<OpenHold | undefined> {
  const db = await prisma();
  const id = prefixOf(issuer) + issuerTransactionId;
  const [transaction, newest] = await Promise.all([
    db.networkTransaction.findUnique({ where: { id }, select: { heldMicroUsd: true } }),
    db.networkMessage.findFirst({
      // A snapshot without a revision is the service's own: its time is not the issuer's.
      where: {
        networkTransactionId: id,
        OR: [{ kind: "authorization" }, { kind: "authorized_total", revision: { gt: 0n } }],
      },
      select: { sentAt: true },
      orderBy: { sentAt: "desc" },
    }),
  ]);
  if (!transaction || transaction.heldMicroUsd === 0n || !newest) return undefined;
  return {
    issuerTransactionId,
    heldMicroUsd: transaction.heldMicroUsd,
    newestAt: newest.sentAt,
  };
}
