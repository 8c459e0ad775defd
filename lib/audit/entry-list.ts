// SQL: hot list: the index of one filter, in whose order the entries are read.

import { type Condition, oneOf, rowsOf, type Statement, when } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { CLOCKS_APART_MS } from "./clocks-apart";

/** Sorts after every id in any collation: no prefix begins with z. */
const AFTER_ALL_IDS = "z";
const OPERATOR = "operator";

export interface EntryFilter {
  personId?: string | undefined;
  action?: readonly string[] | undefined;
  target?: string | undefined;
  /** Partners' ids, or `operator`. */
  partner?: readonly string[] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

function ofPartners(partners: readonly string[] | undefined): Condition[] {
  const ids = partners?.filter((each) => each !== OPERATOR);
  if (ids?.length === partners?.length) return oneOf("partner", ids, "e.partner_id");
  if (ids?.length === 0) return [{ name: "operator", sql: "e.partner_id IS NULL", values: [] }];
  const sql = "(e.partner_id IS NULL OR e.partner_id = ANY(?))";
  return when("operator_or_partner", ids, sql);
}

/** The conditions that have an index of their own, by its first column. */
const indexed = ({ target, personId, partner, action }: EntryFilter) => ({
  "e.target_id": when("target", target, "e.target_id = ?"),
  "e.person_id": when("person", personId, "e.person_id = ?"),
  "e.partner_id": ofPartners(partner),
  "e.action": oneOf("action", action, "e.action"),
});

/**
 * A single condition on one value, as a part of the order, so that only its index has the order: `ofOwnerInRange`. Of several conditions
 * PostgreSQL chooses the index.
 */
function inOrder(filter: EntryFilter): { conditions: Condition[]; order: string } {
  const found = Object.entries(indexed(filter)).flatMap(([column, of]) =>
    of.map((condition) => ({ column, condition })),
  );
  const conditions = found.map(({ condition }) => condition);
  const [only, ...others] = found;
  const isOne = only !== undefined && others.length === 0;
  if (isOne && only.condition.name === "operator")
    return { conditions, order: `${only.column}, e.id DESC` };
  if (!isOne || only.condition.sql !== `${only.column} = ?`)
    return { conditions, order: "e.id DESC" };
  const condition = { ...only.condition, sql: ofOwnerInRange(only.column, "?") };
  return { conditions: [condition], order: `${only.column}, e.id DESC` };
}

const idAt = (at: Date | undefined, byMs: number) =>
  at && firstIdAt("aud", new Date(at.getTime() + byMs));

/** The statement of a page of the ids of entries, newest first. */
export function entryStatement(
  filter: EntryFilter,
  { skip, limit, cursor = AFTER_ALL_IDS }: PageRequest,
): Statement {
  const { from, until } = filter;
  const { conditions: chosen, order } = inOrder(filter);
  const conditions = [
    ...chosen,
    ...when("before", cursor, "e.id < ?"),
    ...when("from_id", idAt(from, -CLOCKS_APART_MS), "e.id >= ?"),
    ...when("until_id", idAt(until, CLOCKS_APART_MS), "e.id < ?"),
    ...when("from", from, "e.created_at >= ?"),
    ...when("until", until, "e.created_at < ?"),
  ];
  const values: unknown[] = [];
  const rows = rowsOf("audit_entries e WHERE true", conditions, values);
  return {
    name: statementName("list_audit_entries", ...conditions.map(({ name }) => name)),
    text: `SELECT e.id FROM ${rows} ORDER BY ${order} OFFSET $${values.push(skip)} LIMIT $${values.push(limit + 1)}`,
    values,
  };
}
