// SQL: columns of an export, which is read in batches of thousands of rows.

import { filtersOf } from "@/lib/activity/transactions/filters";
import { findIsBroadSearch } from "@/lib/cards/lists/store";
import { cardTransactionList } from "@/lib/cards/lists/transaction-list";
import type { CardTransactionCategory } from "@/lib/cards/states";
import type { CardTransactionRow } from "@/lib/cards/store";
import { directionOf, KINDS, kindOfCategory, titleOf } from "@/lib/cards/transaction-words";
import type { PersonContext } from "@/lib/contract/use-cases";
import { readBatches } from "@/lib/db/read-batches";
import type { exportCardTransactionsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

interface Row extends CardTransactionRow {
  last4: string;
  cardName: string;
  reference: string | null;
  category: CardTransactionCategory;
}

const kindOfRow = ({ category, type }: Row) => kindOfCategory({ category, transactionType: type });

const SIGN = { in: 1n, out: -1n } as const;

/** Returns the effect of the transaction on its card: 0 for a declined or reversed one. */
function changeMicroUsd({ type, status, amountMicroUsd }: Row): bigint {
  const direction = directionOf({ status, transactionType: type });
  return direction === undefined ? 0n : SIGN[direction] * amountMicroUsd;
}

/** Status, type and category have the values of the API. */
const COLUMNS: readonly Column<Row>[] = [
  { name: "Transaction ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  {
    name: "Title",
    text: (row) => titleOf(kindOfRow(row), row.merchantName, row.description),
  },
  // Signed: the sum of the column is the total effect on the cards.
  { name: "Amount", microUsd: changeMicroUsd },
  // Unsigned, as in the API; also contains declined transactions.
  { name: "Transaction amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Currency", text: ({ currency }) => currency },
  { name: "Status", text: ({ status }) => status },
  { name: "Kind", text: (row) => KINDS[kindOfRow(row)].word },
  { name: "Type", text: ({ type }) => type },
  { name: "Category", text: ({ category }) => category },
  { name: "Merchant", text: ({ merchantName }) => merchantName },
  { name: "Country", text: ({ merchantCountry }) => merchantCountry },
  { name: "Description", text: ({ description }) => description },
  { name: "Reference", text: ({ reference }) => reference },
  { name: "Decline reason", text: ({ declinedReason }) => declinedReason },
  { name: "Card ID", text: ({ cardId }) => cardId },
  { name: "Card ending", text: ({ last4 }) => last4 },
  { name: "Name on card", text: ({ cardName }) => cardName },
];

/** Exports the card transactions that match the filters, with their cards. */
export async function exportCardTransactions({
  partner,
  input,
  at,
}: PersonContext<typeof exportCardTransactionsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const isBroadSearch = await findIsBroadSearch(partner.id, filters.search);
  const list = cardTransactionList(partner.id, { ...filtersOf(filters), isBroadSearch });
  const batches = readBatches<Row>({
    ...list,
    columns: `${list.columns}, x.category, x.reference, x.last4, x.card_name AS "cardName"`,
    beside: `${list.beside} LEFT JOIN LATERAL (SELECT own.category, own.reference, c.last4, c.card_name
      FROM card_transactions own JOIN cards c ON c.id = own.card_id WHERE own.id = page.id OFFSET 0) x ON true`,
  });
  return exportCsv({ name: "card-transactions", columns: COLUMNS, batches, timeZone, at });
}
