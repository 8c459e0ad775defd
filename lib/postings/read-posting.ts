import { NOT_SECOND } from "@/lib/admin-requests/refuse-unconfirmed";
import { ServiceError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { presentLegs, presentPosting, presentPreview } from "./present";
import { findBalances, findConfirmObstacle, findPosting, type PostingRow } from "./store";

/**
 * A posting that there is.
 * @throws ServiceError POSTING_NOT_FOUND
 */
export async function readPosting(id: string, at: Date): Promise<PostingRow> {
  const row = isId("pst", id) ? await findPosting(id, at) : undefined;
  if (!row) throw new ServiceError("POSTING_NOT_FOUND");
  return row;
}

/** What the accounts of a posting have now, in micro-USD by account. */
export const balancesOf = ({ legs }: Pick<PostingRow, "legs">): Promise<Map<string, bigint>> =>
  findBalances(legs.map(({ account }) => account));

interface Reader {
  person: { id: string };
  at: Date;
}

/**
 * A posting as administrators see it; with balances before and after while it is pending.
 * @throws ServiceError POSTING_NOT_FOUND
 */
export async function showPosting(id: string, { person, at }: Reader) {
  const row = await readPosting(id, at);
  const shown = { ...presentPosting(row), isYours: row.requestedBy === person.id };
  if (row.status !== "pending") return { ...shown, legs: presentLegs(row) };
  const preview = presentPreview(row, await balancesOf(row));
  const obstacle = shown.isYours ? null : await findConfirmObstacle(id, person.id, at);
  return { ...shown, ...preview, ...(obstacle !== null && { obstacle: NOT_SECOND[obstacle] }) };
}
