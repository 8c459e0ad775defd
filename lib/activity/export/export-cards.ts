import { cardList } from "@/lib/cards/lists/card-list";
import { collectedCards } from "@/lib/cards/lists/card-search";
import type { CardSummaryRow } from "@/lib/cards/store";
import type { PersonContext } from "@/lib/contract/use-cases";
import { findIsBroad } from "@/lib/db/find-is-broad";
import { readBatches } from "@/lib/db/read-batches";
import type { exportCardsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

const COLUMNS: readonly Column<CardSummaryRow>[] = [
  { name: "Card ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Name on card", text: ({ cardName }) => cardName },
  { name: "Card ending", text: ({ last4 }) => last4 },
  { name: "Status", text: ({ status }) => status },
  { name: "Funding type", text: ({ fundingType }) => fundingType },
  { name: "Available balance", microUsd: ({ availableMicroUsd }) => availableMicroUsd },
  {
    name: "Ledger balance",
    microUsd: ({ availableMicroUsd, heldMicroUsd }) => availableMicroUsd + heldMicroUsd,
  },
  { name: "Currency", text: () => "USD" },
  { name: "Program", text: ({ program }) => program },
  { name: "User ID", text: ({ userId }) => userId },
];

/** Exports the cards that match the filters, with their balances. */
export async function exportCards({
  partner,
  input,
  at,
}: PersonContext<typeof exportCardsContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const isBroadSearch = await findIsBroad(collectedCards(partner.id, filters.search));
  const batches = readBatches<CardSummaryRow>(cardList(partner.id, { ...filters, isBroadSearch }));
  return exportCsv({ name: "cards", columns: COLUMNS, batches, timeZone, at });
}
