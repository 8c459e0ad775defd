import type { CallingPartner } from "@/lib/contract/partner";
import type { AdminUseCase, PersonUseCase } from "@/lib/contract/use-cases";
import { walletAccount } from "@/lib/ledger";
import { partnerName } from "../partner-name";
import { pdfResponse } from "../pdf/pdf-response";
import type { exportPartnerStatementPdfContract, exportStatementPdfContract } from "./contract";
import { readEntries } from "./read-entries";
import { statementOf } from "./statement-of";
import { statementPdf } from "./statement-pdf";
import type { EntryRangeRow, EntryRow } from "./store";

/** A month with more entries has its sums alone as PDF: these are some 100 pages. The CSV has all entries. */
const MAX_ENTRIES = 5_000n;

/** Reads the entries of a range; undefined when the PDF would have too many pages. */
async function entriesOf(partnerId: string, range: EntryRangeRow): Promise<EntryRow[] | undefined> {
  if (range.high - range.low > MAX_ENTRIES) return undefined;
  const entries: EntryRow[] = [];
  for await (const batch of readEntries(walletAccount(partnerId), range)) entries.push(...batch);
  return entries;
}

async function pdfOf(
  partner: Pick<CallingPartner, "id" | "name">,
  month: string,
  at: Date,
): Promise<Buffer> {
  const { statement, range } = await statementOf(partner, month, at);
  return statementPdf(statement, await entriesOf(partner.id, range));
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
  return pdfResponse(`statement-${month}.pdf`, () => pdfOf(partner, month, at));
};

/**
 * Returns a partner's statement of a month as PDF to operators.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const exportPartnerStatementPdf: AdminUseCase<
  typeof exportPartnerStatementPdfContract
> = async ({ input, at }) => {
  const { id } = input.params;
  const { month } = input.query;
  const partner = { id, name: await partnerName(id) };
  return pdfResponse(`statement-${id}-${month}.pdf`, () => pdfOf(partner, month, at));
};
