import type { PersonUseCase } from "@/lib/contract/use-cases";
import { walletAccount } from "@/lib/ledger";
import { pdfResponse } from "../pdf/pdf-response";
import type { exportStatementPdfContract } from "./contract";
import { movesOf } from "./moves-of";
import { statementOf } from "./statement-of";
import { statementPdf } from "./statement-pdf";
import type { MoveRow, StretchRow } from "./store";

/** A month with more entries has its sums alone as PDF: these are some 100 pages. The CSV has all entries. */
const MAX_ENTRIES = 5_000n;

/** Reads the entries of a section; undefined when the PDF would have too many pages. */
async function entriesOf(partnerId: string, stretch: StretchRow): Promise<MoveRow[] | undefined> {
  if (stretch.high - stretch.low > MAX_ENTRIES) return undefined;
  const entries: MoveRow[] = [];
  for await (const moves of movesOf(walletAccount(partnerId), stretch)) entries.push(...moves);
  return entries;
}

/**
 * Returns the caller's statement of a month as PDF: the sums, and each entry with the balance after it. Source:
 * docs/decisions/0076-statements.md
 */
export const exportStatementPdf: PersonUseCase<typeof exportStatementPdfContract> = async ({
  partner,
  input,
  at,
}) => {
  const { month } = input.query;
  const { statement, stretch } = await statementOf(partner, month, at);
  const pdf = await statementPdf(statement, await entriesOf(partner.id, stretch));
  return pdfResponse(pdf, `statement-${month}.pdf`);
};
