import { downloadResponse } from "@/lib/contract/csv/csv-response";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { outlastLoss } from "@/lib/db/outlast-loss";
import { monthOf } from "../statement/month";
import type { exportStatementProofContract } from "./contract";
import { type Opening, openingOf, wholeDay } from "./proof-days";
import { findRoots, type RootRow } from "./store";

const DAY_CHARACTERS = "2026-11-21".length;
const endOf = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, DAY_CHARACTERS);
};

/** The text of the file, day by day, so that a large month is never in memory as a whole. */
async function* partsOf(opening: Opening, roots: readonly RootRow[]) {
  const begin = JSON.stringify({ ...opening, days: [] });
  yield begin.slice(0, -"]}".length);
  for (const [place, root] of roots.entries()) {
    // A day whose connection was lost is read again: the file has begun.
    const day = await outlastLoss(() => wholeDay(root));
    yield `${place > 0 ? "," : ""}\n${JSON.stringify(day)}`;
  }
  yield "]}\n";
}

/**
 * Returns the proof of the caller's statement of a month as a file: each sealed day with all of its journals. Source:
 * docs/verifiable-ledger.md
 */
export const exportStatementProof: PersonUseCase<typeof exportStatementProofContract> = async ({
  partner,
  input,
  at,
}) => {
  const { month } = input.query;
  const { from } = monthOf(month, at);
  const first = from.toISOString().slice(0, DAY_CHARACTERS);
  // Read before the roots, and a root of a day that was sealed in between is left out: the file states which days are sealed.
  const opening = await openingOf(partner.id, month, true);
  const found = await findRoots(partner.id, first, endOf(month));
  const roots = found.filter(({ day }) => day < opening.sealedBefore);
  return downloadResponse(
    { fileName: `proof-${partner.id}-${month}.json`, mediaType: "application/json" },
    partsOf(opening, roots),
  );
};
