import type pg from "pg";
import { FOR_WHOLE_TABLES, inSnapshot } from "@/lib/db/snapshot";
import { type AuditFinding, findBroken } from "./audit";
import { AUDIT_ORDERS, type AuditOrder, type AuditOrderName } from "./audit-orders";
import { AUDIT_QUERIES } from "./audit-queries";
import { type AuditQuery, WHOLE, type Within } from "./audit-query";

/** Where the daily check is in one order of rows. A turn is the parts that together have all rows. */
export interface AuditPlace {
  /** The first key of the next part; absent where that begins a turn. */
  from?: string | undefined;
  /** When the last turn began, an ISO timestamp. */
  turnBeganAt: string;
  /** From the beginning of the turn before it to its own; absent for the first turn. */
  turnMs?: number | undefined;
}

/** By the name of the order. Absent before the first part of an order. */
export type AuditPlaces = Partial<Record<AuditOrderName, AuditPlace>>;

interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

export interface PartsAudit {
  places: AuditPlaces;
  /** How many rows of each order a part has. */
  rows: number;
  /** Rows that were made since then are compared in addition. */
  newSince: Date;
  startedAt: Date;
}

function withinRange({ from, to }: Range): { within: Within; values: string[] } {
  const values = [from, to].filter((key) => key !== undefined);
  const within: Within = (column, lower = (key) => key, upper = lower) => {
    const bounds = [
      ...(from === undefined ? [] : [`${column} >= ${lower("$1")}`]),
      ...(to === undefined ? [] : [`${column} < ${upper(`$${values.length}`)}`]),
    ];
    return bounds.length === 0 ? "true" : bounds.join(" AND ");
  };
  return { within, values };
}

/** The part of a place and the newest rows, without a row that is in both. */
function rangesOf(order: AuditOrder, from: string, to: string | undefined, newSince: Date) {
  const part: Range = { from: from === order.firstKey ? undefined : from, to };
  const newest = order.newestKey?.(newSince);
  if (newest === undefined || to === undefined)
    return newest && newest < from ? [{ from: newest }] : [part];
  if (newest <= from) return [{ from: newest }];
  return newest <= to ? [{ from: part.from }] : [part, { from: newest }];
}

async function findEnd(client: pg.Client, order: AuditOrder, from: string, rows: number) {
  const result = await client.query<{ key: string | null }>(order.end, [from, rows]);
  return result.rows[0]?.key ?? undefined;
}

async function compareRanges(
  client: pg.Client,
  query: AuditQuery,
  ranges: readonly Range[],
): Promise<AuditFinding> {
  const { name, meaning } = query;
  const brokenRows: AuditFinding["brokenRows"] = [];
  for (const range of ranges) {
    const { within, values } = withinRange(range);
    const found = await findBroken(client, { ...query, text: query.text(within) }, values);
    brokenRows.push(...found.brokenRows);
  }
  return { name, meaning, brokenRows };
}

/** The place of the next part, which begins a turn where the last one has ended. */
function beginTurn(place: AuditPlace | undefined, firstKey: string, at: Date) {
  if (place?.from !== undefined) return { ...place, from: place.from };
  const turnMs = place && at.getTime() - Date.parse(place.turnBeganAt);
  return { from: firstKey, turnBeganAt: at.toISOString(), ...(turnMs !== undefined && { turnMs }) };
}

async function auditOrder(
  client: pg.Client,
  name: AuditOrderName,
  { places, rows, newSince, startedAt }: PartsAudit,
): Promise<{ findings: AuditFinding[]; place: AuditPlace }> {
  const order: AuditOrder = AUDIT_ORDERS[name];
  const place = beginTurn(places[name], order.firstKey, startedAt);
  const to = await findEnd(client, order, place.from, rows);
  const ranges = rangesOf(order, place.from, to, newSince);
  const findings: AuditFinding[] = [];
  for (const query of AUDIT_QUERIES)
    if (query.over === name) findings.push(await compareRanges(client, query, ranges));
  // A part with a fault is compared again, until it has none.
  const isSound = findings.every(({ brokenRows }) => brokenRows.length === 0);
  return { findings, place: isSound ? { ...place, from: to } : place };
}

/** Checks a part of the rows in a transaction that has been begun. See `auditPart`. */
export async function auditPartOf(client: pg.Client, parts: PartsAudit) {
  const places: AuditPlaces = {};
  const findings: AuditFinding[] = [];
  for (const query of AUDIT_QUERIES)
    if (query.over === "all")
      findings.push(await findBroken(client, { ...query, text: query.text(WHOLE) }));
  for (const name of Object.keys(AUDIT_ORDERS) as AuditOrderName[]) {
    const found = await auditOrder(client, name, parts);
    findings.push(...found.findings);
    places[name] = found.place;
  }
  const placeOf = new Map(AUDIT_QUERIES.map(({ name }, i) => [name, i]));
  findings.sort((a, b) => (placeOf.get(a.name) ?? 0) - (placeOf.get(b.name) ?? 0));
  return { findings, places };
}

/**
 * Checks the invariants of the books against the next part of the rows and against the newest ones, in one read-only snapshot. So the
 * rows that it reads do not become more with the age of the books, and repeated with the places that it returns it compares all rows.
 * Returns one finding per invariant, without those that only `audit` checks. Source: docs/decisions/0130-daily-check-in-parts.md
 */
export function auditPart(parts: PartsAudit, databaseUrl?: string) {
  return inSnapshot(databaseUrl, (client) => auditPartOf(client, parts), FOR_WHOLE_TABLES);
}
