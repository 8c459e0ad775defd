// SQL: journals by the index of each filter.

import { query } from "@/lib/db";
import { type Condition, oneOf, rowsOf, type Statement, when } from "@/lib/db/list-statement";
import { unknownCursor } from "@/lib/db/query-list";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import { cutPage, type PageRequest, type UncountedPage } from "@/lib/kernel/page";
import { keepsBalance } from "@/lib/ledger";
import { AFTER_ALL_IDS, JOURNAL_COLUMNS, type JournalRow } from "../store";

/**
 * The largest difference between the two clocks: an id has the service's time of the decision, a journal row the
 * database's time of the posting.
 */
const CLOCKS_APART_MS = 300_000;

export interface JournalFilter {
  type?: readonly string[] | undefined;
  partnerId?: readonly string[] | undefined;
  account?: string | undefined;
  sourceId?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

/** The filters, and the journal after which the page begins. */
type Wanted = JournalFilter & Pick<PageRequest, "cursor">;

const atMs = (at: Date | undefined, byMs: number) =>
  at && firstIdAt("jrn", new Date(at.getTime() + byMs));

/**
 * Conditions on the ids of journals. The time filter is converted to a slightly wider range of ids, so that an index
 * can be used.
 */
const byIds = (column: string, { from, until, cursor = AFTER_ALL_IDS }: Wanted) => [
  ...when("before", cursor, `${column} < ?`),
  ...when("since_id", atMs(from, -CLOCKS_APART_MS), `${column} >= ?`),
  ...when("until_id", atMs(until, CLOCKS_APART_MS), `${column} < ?`),
];

const JOURNALS = "ledger.journals j";
const OF_ENTRIES = "ledger.entries e JOIN ledger.journals j ON j.id = e.journal_id";

/** The tables, the order and the conditions of a list, chosen so that one index covers them. */
interface Way {
  tables: string;
  order: string;
  conditions: Condition[];
}

function byAccount(account: string, filter: Wanted): Way {
  // The account is the first of all values: conditions refer to it as $1.
  const ofAccount = when("account", account, "e.account_id = ?");
  const ofSource = when("source", filter.sourceId, "j.source_id = ?");
  // An account of the service has no versions.
  if (!keepsBalance(account)) {
    const ids = byIds("e.account_version IS NULL AND e.journal_id", filter);
    const conditions = [...ofAccount, ...ids, ...ofSource];
    return { tables: OF_ENTRIES, order: "e.journal_id", conditions };
  }
  const conditions = [
    ...ofAccount,
    ...when(
      "before_version",
      filter.cursor,
      "e.account_version < (SELECT b.account_version FROM ledger.entries b WHERE b.account_id = $1 AND b.journal_id = ?)",
    ),
    // Without it, a page with few rows since then would read all earlier entries of the account for the next one.
    ...when(
      "since_version",
      filter.from,
      "e.account_version > ledger.version_at($1, ?::timestamptz - interval '1 microsecond')",
    ),
    ...when("until_version", filter.until, "e.account_version <= ledger.version_at($1, ?)"),
    ...ofSource,
  ];
  return { tables: OF_ENTRIES, order: "e.account_version", conditions };
}

function wayOf(filter: Wanted): Way {
  if (filter.account !== undefined) return byAccount(filter.account, filter);
  // At most one journal of each type has the source. All types are listed because the index begins with the type.
  const ofSource = when(
    "source",
    filter.sourceId,
    "j.type = ANY (ARRAY(SELECT DISTINCT journal_type FROM ledger.rules)) AND j.source_id = ?",
  );
  return { tables: JOURNALS, order: "j.id", conditions: [...ofSource, ...byIds("j.id", filter)] };
}

/**
 * The entries of an account are in the order of its versions, which the journal of the cursor must have. In all other
 * lists the cursor is a position in the order of ids.
 * @throws ValidationError when the journal of the cursor does not change the account
 */
async function requireVersion(account: string | undefined, cursor: string | undefined) {
  if (account === undefined || cursor === undefined || !keepsBalance(account)) return;
  const entries = await query(
    "find_entry_of_cursor",
    "SELECT FROM ledger.entries WHERE account_id = $1 AND journal_id = $2",
    [account, cursor],
  );
  if (entries.length === 0) throw unknownCursor();
}

/** The statement of a page of journals, newest first. For every filter an index finds it without reading the other rows. */
export function journalStatement(
  filter: JournalFilter,
  { skip, limit, cursor }: PageRequest,
): Statement {
  const way = wayOf({ ...filter, cursor });
  const conditions = [
    ...way.conditions,
    // The same expression as in the index journals_lower_type_id_idx.
    ...oneOf("type", filter.type, "lower(j.type)"),
    ...oneOf("partner", filter.partnerId, "j.partner_id"),
    ...when("from", filter.from, "j.created_at >= ?"),
    ...when("until", filter.until, "j.created_at < ?"),
  ];
  const values: unknown[] = [];
  const journals = rowsOf(`${way.tables} WHERE true`, conditions, values);
  return {
    name: statementName("list_journals", way.order, ...conditions.map(({ name }) => name)),
    text: `SELECT ${JOURNAL_COLUMNS} FROM
       (SELECT j.*, ${way.order} AS place FROM ${journals}
        ORDER BY ${way.order} DESC OFFSET $${values.push(skip)} LIMIT $${values.push(limit + 1)}) j
       LEFT JOIN partners p ON p.id = j.partner_id ORDER BY j.place DESC`,
    values,
  };
}

/** Lists journals, newest first. */
export async function listJournals(
  filter: JournalFilter,
  page: PageRequest,
): Promise<UncountedPage<JournalRow>> {
  await requireVersion(filter.account, page.cursor);
  const { name, text, values } = journalStatement(filter, page);
  const found = await query<JournalRow & Record<string, unknown>>(name, text, values);
  return cutPage(found, page.limit);
}
