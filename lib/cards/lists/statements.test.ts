import { expect, test } from "vitest";
import { listStatement } from "@/lib/db/list-statement";
import { inOrder, TRANSACTION_SORTS } from "@/lib/db/transaction-sort";
import { LIST_SORTS } from "@/lib/kernel/page";
import { walletTransactionList } from "@/lib/wallet/transaction-list";
import { cardList } from "./card-list";
import { cardTransactionList } from "./transaction-list";

/** PostgreSQL truncates longer names, so two statements could have the same name. */
const MAX_NAME_LENGTH = 63;
const shown = { page: { skip: 0, limit: 50 }, kind: "rows" };

/** Returns every combination of one value, or none, for each field. */
function choices(fields: Record<string, readonly unknown[]>): Record<string, unknown>[] {
  return Object.entries(fields).reduce<Record<string, unknown>[]>(
    (found, [name, values]) =>
      found.flatMap((one) => [one, ...values.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  );
}

const common = {
  from: [new Date(0)],
  to: [new Date()],
  amountMin: [1n],
  amountMax: [2n],
  serviceCardId: [`card_${"1".repeat(26)}`, "no card"],
};
const lists = [
  ...choices({
    ...common,
    status: ["settled"],
    transactionType: ["refund"],
    category: ["cross_border_fee"],
    search: ["ama", "4242", "0042", "61.30", `txn_${"0".repeat(26)}`],
    foldsFees: [true],
  }).map((one) => cardTransactionList("ptn_1", one)),
  ...choices({
    statuses: [["settled"]],
    kinds: [["purchase", "fx_fee"]],
    declinedReasons: [["card frozen"]],
    serviceCardId: common.serviceCardId,
  })
    .filter((one) => "statuses" in one || "kinds" in one || "declinedReasons" in one)
    .map((one) => cardTransactionList("ptn_1", one)),
  ...choices({ ...common, type: [["debit"]], action: ["funding"], category: [["deposit"]] }).map(
    (one) => walletTransactionList("ptn_1", one),
  ),
  ...choices({
    status: [["active"], ["active", "frozen"]],
    fundingType: [["float"], ["float", "crypto"]],
    serviceId: [`usr_${"1".repeat(26)}`, "nobody"],
    search: ["ama", "4242", `card_${"0".repeat(26)}`],
    shortfall: ["owed"],
    from: common.from,
    to: common.to,
  }).map((one) => cardList("ptn_1", one)),
];
const ordered = lists.flatMap((list) =>
  (list.name === "find_cards" ? LIST_SORTS : TRANSACTION_SORTS).map((sort) => inOrder(list, sort)),
);
const statements = ordered.map((list) => listStatement({ ...list, ...shown }));

test("each set of filters has one statement name, and each name one text", () => {
  expect(statements).toHaveLength(
    4 * (2 ** 8 * 3 * 6 + 7 * 3 + 2 ** 7 * 3) + 2 * 2 * 2 * 2 * 3 ** 3 * 4,
  );
  const byName = Map.groupBy(statements, ({ name }) => name);
  expect(byName.size).toBe(statements.length);
  expect(new Set(statements.map(({ text }) => text)).size).toBe(byName.size);
  for (const name of byName.keys()) expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
});

test("values are only parameters, in the right positions", () => {
  for (const { text, values } of statements) {
    const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
    expect(Math.max(...places)).toBe(values.length);
    for (let place = 1; place <= values.length; place++) expect(places).toContain(place);
    const named = text.replaceAll("t.category <> 'cross_border_fee'", "");
    expect(named).not.toMatch(
      /ptn_1|card_1|usr_1|no card|card frozen|nobody|4242|61\.30|settled|cross_border_fee|\?/,
    );
  }
});

test("every statement selects only the partner's rows", () => {
  for (const { text } of statements)
    expect(text).toMatch(/partner_id = (\$1|ANY \(ARRAY\[(\$1|own_rows_of\(\$1\))\]\))/);
});
