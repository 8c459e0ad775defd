import { query } from "@/lib/db";
import { Conditions } from "@/lib/db/conditions";
import { firstIdAt } from "@/lib/kernel/ids";
import { keepsBalance } from "@/lib/ledger";
import { AFTER_ALL_IDS, JOURNAL_COLUMNS, type JournalRow } from "../store";

/** Ids carry the time of the decision by the service's clock, journals that of the posting by the database's. */
const CLOCKS_APART_MS = 300_000;

export interface JournalFilter {
  type?: string | undefined;
  partnerId?: string | undefined;
  account?: string | undefined;
  sourceId?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** Only journals that stand after this one in the list. */
  before?: string | undefined;
}

const atMs = (at: Date | undefined, byMs: number) =>
  at && firstIdAt("jrn", new Date(at.getTime() + byMs));

/** By the ids of journals, of which the times of a filter leave out what is too much. */
function addIds(where: Conditions, column: string, { from, until, before }: JournalFilter): void {
  where.add(`${column} < ?`, before ?? AFTER_ALL_IDS);
  where.add(`${column} >= ?`, atMs(from, -CLOCKS_APART_MS));
  where.add(`${column} < ?`, atMs(until, CLOCKS_APART_MS));
}

const JOURNALS = "ledger.journals j";
const OF_ENTRIES = "ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id";

/** Where the list is read from, and what it is in the order of: an index has both. */
interface Way {
  tables: string;
  order: string;
}

function byAccount(where: Conditions, filter: JournalFilter): Way {
  const { account = "", before, until } = filter;
  where.add("e.account_id = ?", account);
  // An account of the service has no versions.
  if (!keepsBalance(account)) {
    addIds(where, "e.account_version IS NULL AND e.journal_id", filter);
    return { tables: OF_ENTRIES, order: "e.journal_id" };
  }
  where.add(
    "e.account_version < (SELECT b.account_version FROM ledger.entries b WHERE b.account_id = $1 AND b.journal_id = ?)",
    before,
  );
  where.add("e.account_version <= ledger.version_at($1, ?)", until);
  return { tables: OF_ENTRIES, order: "e.account_version" };
}

function wayOf(where: Conditions, filter: JournalFilter): Way {
  if (filter.account !== undefined) return byAccount(where, filter);
  // One journal of each type has it: the index has the type first.
  if (filter.sourceId !== undefined)
    where.add(
      "j.type = ANY (ARRAY(SELECT DISTINCT journal_type FROM ledger.rules)) AND j.source_id = ?",
      filter.sourceId,
    );
  addIds(where, "j.id", filter);
  return { tables: JOURNALS, order: "j.id" };
}

/** The name of a statement says which conditions it has. */
function nameOf(filter: JournalFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const kind = keepsBalance(filter.account ?? "") ? "versions" : "ids";
  return ["list_journals", kind, ...given.map(([name]) => name).sort()].join("_");
}

/** Journals, newest first. Every filter has an index that finds its first page without reading the rest. */
export function listJournals(filter: JournalFilter, limit: number): Promise<JournalRow[]> {
  const where = new Conditions();
  const { tables, order } = wayOf(where, filter);
  if (filter.account !== undefined) where.add("j.source_id = ?", filter.sourceId);
  // As the index has it: prisma/migrations/0030_journals_by_type.
  where.add("lower(j.type) = ?", filter.type);
  where.add("j.partner_id = ?", filter.partnerId);
  where.add("j.created_at >= ?", filter.from);
  where.add("j.created_at < ?", filter.until);
  return query<JournalRow & Record<string, unknown>>(
    nameOf(filter),
    `SELECT ${JOURNAL_COLUMNS} FROM
       (SELECT j.*, ${order} AS place FROM ${tables} WHERE ${where.text}
        ORDER BY ${order} DESC LIMIT $${where.values.length + 1}) j
       LEFT JOIN partners p ON p.id = j.partner_id ORDER BY j.place DESC`,
    [...where.values, limit],
  );
}
