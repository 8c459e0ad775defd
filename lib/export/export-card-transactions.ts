import { cardTransactionList } from "@/lib/cards/lists/transaction-list";
import type { CardTransactionRow } from "@/lib/cards/store";
import type { PersonContext } from "@/lib/http/person-route";
import type { exportCardTransactionsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";
import { readBatches } from "./store";

interface Row extends CardTransactionRow {
  last4: string;
  cardName: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: "Transaction id", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Currency", text: ({ currency }) => currency },
  { name: "State", text: ({ status }) => status },
  { name: "Type", text: ({ type }) => type },
  { name: "Merchant", text: ({ merchantName }) => merchantName },
  { name: "Country", text: ({ merchantCountry }) => merchantCountry },
  { name: "Description", text: ({ description }) => description },
  { name: "Declined because", text: ({ declinedReason }) => declinedReason },
  { name: "Card id", text: ({ cardId }) => cardId },
  { name: "Card ending", text: ({ last4 }) => last4 },
  { name: "Name on card", text: ({ cardName }) => cardName },
];

/** The card transactions that the filters leave, with the cards that they are on. */
export function exportCardTransactions({
  partner,
  input,
  at,
}: PersonContext<typeof exportCardTransactionsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const list = cardTransactionList(partner.id, filters);
  const batches = readBatches<Row>({
    ...list,
    columns: `${list.columns}, c.last4, c.card_name AS "cardName"`,
    beside: `${list.beside} LEFT JOIN LATERAL (SELECT last4, card_name FROM cards
      WHERE id = t."cardId" OFFSET 0) c ON true`,
  });
  return exportCsv({ name: "card-transactions", columns: COLUMNS, batches, timeZone, at });
}
