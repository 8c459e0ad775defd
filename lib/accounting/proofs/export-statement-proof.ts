import { downloadResponse } from "@/lib/contract/csv/csv-response";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { monthOf } from "../statement/month";
import type { exportStatementProofContract } from "./contract";
import { dayWithoutJournals, journalsOfDay, type Opening, openingOf } from "./proof-days";
import { findRoots, type RootRow } from "./store";

const DAY_CHARACTERS = "2026-11-21".length;
const endOf = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, DAY_CHARACTERS);
};

const withoutEnd = (value: object) => JSON.stringify(value).slice(0, -"]}".length);

/** The text of the file, so that neither a large month nor a busy day is ever in memory as a whole. */
async function* partsOf(opening: Opening, roots: readonly RootRow[]) {
  let text = withoutEnd({ ...opening, days: [] });
  for (const [place, root] of roots.entries()) {
    text += `${place > 0 ? "," : ""}\n${withoutEnd(dayWithoutJournals(root))}`;
    let index = 0;
    for await (const journals of journalsOfDay(root)) {
      const texts = journals.map((journal, nth) =>
        JSON.stringify({ ...journal, index: index + nth }),
      );
      yield `${text}${index > 0 ? "," : ""}${texts.join(",")}`;
      index += journals.length;
      text = "";
    }
    text += "]}";
  }
  yield `${text}]}\n`;
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
  const opening = await openingOf({ partnerId: partner.id, isComplete: true, period: month });
  const found = await findRoots(partner.id, first, endOf(month));
  const roots = found.filter(({ day }) => day < opening.sealedBefore);
  return downloadResponse(
    { fileName: `proof-${partner.id}-${month}.json`, mediaType: "application/json" },
    partsOf(opening, roots),
  );
};
