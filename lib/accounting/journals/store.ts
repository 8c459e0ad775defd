// SQL: journals by the index of each filter.

import { query } from "@/lib/db";
import { firstOfEach } from "@/lib/db/first-of-each";
import {
  type Condition,
  conditionsOf,
  oneOf,
  rowsOf,
  type Statement,
  when,
} from "@/lib/db/list-statement";
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

/** Of so many journals of the chosen types, each is compared with the other filters. */
const MAX_RARE = 10_000;

/**
 * Whether the chosen types have so few journals that a page is selected from these. In the order of the account or the partner,
 * which can have millions of other journals, all of them would be read for a page that is never full.
 */
async function areTypesRare({ type, account, partnerId }: JournalFilter): Promise<boolean> {
  if (type === undefined || (account === undefined && partnerId === undefined)) return false;
  // With an order for each type, or PostgreSQL reads all journals in an index that has no other columns.
  const [row] = await query<{ isRare: boolean }>(
    "are_journal_types_rare",
    `SELECT count(*) <= ${MAX_RARE} AS "isRare" FROM unnest($1::text[]) wanted (type) CROSS JOIN LATERAL (
       SELECT j.id FROM ledger.journals j WHERE lower(j.type) = wanted.type ORDER BY j.id DESC LIMIT ${MAX_RARE + 1}) found`,
    [type],
  );
  return row?.isRare === true;
}

const ofType = ({ type }: JournalFilter) => oneOf("type", type, "lower(j.type)");

/** The tables of a list that is selected from the journals of rare types. The account is the first of the values, as in byAccount. */
function rareTables(filter: JournalFilter, values: unknown[]): string {
  if (filter.account !== undefined) values.push(filter.account);
  const journals = `(SELECT * FROM ${rowsOf(`${JOURNALS} WHERE true`, ofType(filter), values)} OFFSET 0) j`;
  return filter.account === undefined
    ? journals
    : `${journals} CROSS JOIN LATERAL (
         SELECT journal_id, account_version FROM ledger.entries WHERE account_id = $1 AND journal_id = j.id OFFSET 0) e`;
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

/**
 * The statement of a page of journals, newest first. For every filter an index finds it without reading the other rows, except
 * those of the account or the partner that are of other types.
 */
export function journalStatement(
  filter: JournalFilter,
  { skip, limit, cursor }: PageRequest,
  isRare = false,
): Statement {
  const { partnerId, account, sourceId } = filter;
  const way = wayOf({ ...filter, cursor });
  const isByPartner =
    !isRare && partnerId !== undefined && account === undefined && sourceId === undefined;
  const values: unknown[] = isByPartner ? [partnerId] : [];
  const tables = isRare ? rareTables(filter, values) : way.tables;
  const conditions = [
    ...way.conditions.filter(({ name }) => !isRare || name !== "account"),
    // The same expression as in the index journals_lower_type_id_idx.
    ...(isRare ? [] : ofType(filter)),
    ...(isByPartner ? [] : oneOf("partner", partnerId, "j.partner_id")),
    ...when("from", filter.from, "j.created_at >= ?"),
    ...when("until", filter.until, "j.created_at < ?"),
  ];
  const matching = conditionsOf(conditions, values);
  const [offset, limited] = [`$${values.push(skip)}`, `$${values.push(limit + 1)}`];
  const journals = isByPartner
    ? firstOfEach({
        ...{ values: "$1", column: "j.partner_id", order: "j.partner_id, j.id DESC" },
        rows: `${tables} WHERE true${matching}`,
        length: `${offset}::bigint + ${limited}::bigint`,
      })
    : `${tables} WHERE true${matching}`;
  const list = isRare
    ? ["list_rare_journals", ...ofType(filter).map(({ name }) => name)]
    : ["list_journals", ...(isByPartner ? ["of_partners"] : [])];
  return {
    name: statementName(...list, way.order, ...conditions.map(({ name }) => name)),
    text: `SELECT ${JOURNAL_COLUMNS} FROM
       (SELECT j.*, ${way.order} AS place FROM ${journals}
        ORDER BY ${way.order} DESC OFFSET ${offset} LIMIT ${limited}) j
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
  const { name, text, values } = journalStatement(filter, page, await areTypesRare(filter));
  const found = await query<JournalRow & Record<string, unknown>>(name, text, values);
  return cutPage(found, page.limit);
}
