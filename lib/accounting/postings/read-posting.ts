import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { shortfallOf } from "@/lib/ledger";
import { NOT_SECOND } from "@/lib/people/admin-requests/refuse-unconfirmed";
import { presentLegs, presentPosting, presentPreview } from "./present";
import { findBalances, findPosting, type PostingRow, type ViewedPostingRow } from "./store";

interface Reader {
  person: { id: string };
  at: Date;
}

/**
 * Returns an existing posting for one administrator.
 * @throws ServiceError POSTING_NOT_FOUND
 */
export async function readPosting(id: string, { person, at }: Reader): Promise<ViewedPostingRow> {
  return findOrRefuse("pst", id, "POSTING_NOT_FOUND", () => findPosting(id, person.id, at));
}

/**
 * Returns the present balances of a posting's accounts, and of the shortfall account of a card among them, in micro-USD
 * by account.
 */
export function balancesOf({ legs }: Pick<PostingRow, "legs">): Promise<Map<string, bigint>> {
  const accounts = legs.map(({ account }) => account);
  const cards = accounts.filter((account) => account.startsWith("card:"));
  return findBalances([...accounts, ...cards.map(shortfallOf)]);
}

/**
 * Returns a posting for an administrator; with balances before and after while it is pending.
 * @throws ServiceError POSTING_NOT_FOUND
 */
export async function showPosting(id: string, reader: Reader) {
  const row = await readPosting(id, reader);
  const shown = { ...presentPosting(row), isYours: row.requestedBy === reader.person.id };
  if (row.status !== "pending") return { ...shown, legs: presentLegs(row) };
  const preview = presentPreview(row, await balancesOf(row));
  const obstacle = shown.isYours ? null : row.confirmObstacle;
  return { ...shown, ...preview, ...(obstacle !== null && { obstacle: NOT_SECOND[obstacle] }) };
}
