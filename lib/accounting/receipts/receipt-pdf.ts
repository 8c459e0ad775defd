import { buffer } from "node:stream/consumers";
import { utcSecond } from "../pdf/format";
import { beginDocument } from "../pdf/text-document";

const MARGIN_PT = 50;
const LABEL_PT = 105;
const ROW_PT = 24;
const WRAPPED_LINE_PT = 12;
/** The longest text that fits beside the labels: a hash of a transaction fits, a link does not. */
const LINE_PARTS = /.{1,68}/gu;
const QUIET = "#5f5f5f";
const LINE = "#d4d4d4";

export interface Receipt {
  /** The kind: `Deposit receipt`. */
  title: string;
  /** The partner whose wallet the money moved to or from. */
  name: string;
  partnerId: string;
  /** With its currency: `1,204.50 USD`. */
  amount: string;
  /** One sentence about the state of the money. */
  status: string;
  facts: readonly (readonly [label: string, value: string | undefined])[];
  /** No real money moved. */
  isStaging: boolean;
  at: Date;
}

/** Splits a value that is too long for one line, such as a link. */
const linesOf = (value: string): string[] => value.match(LINE_PARTS) ?? [];

/** Returns the receipt of one movement as a PDF of one page with selectable text. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { title, name, partnerId, amount, status, facts, isStaging, at } = receipt;
  const document = await beginDocument({
    size: "A4",
    margin: MARGIN_PT,
    info: { Title: `${title}: ${amount}`, Author: name },
  });
  const { pdf, write } = document;
  const whole = buffer(pdf);
  const widthPt = pdf.page.width - 2 * MARGIN_PT;
  const rightPt = pdf.page.width - MARGIN_PT;
  let topPt = MARGIN_PT;
  const line = (text: string, heightPt: number, style = {}) => {
    write(text, MARGIN_PT, topPt, widthPt, style);
    topPt += heightPt;
  };
  line(name, 16, { weight: "bold", sizePt: 11 });
  line(partnerId, 40, { color: QUIET });
  line(title, 26, { sizePt: 13, color: QUIET });
  line(amount, 38, { weight: "bold", sizePt: 26 });
  line(status, 36, { sizePt: 11 });
  for (const [label, value] of facts) {
    if (value === undefined) continue;
    pdf.moveTo(MARGIN_PT, topPt).lineTo(rightPt, topPt).lineWidth(0.5).stroke(LINE);
    write(label, MARGIN_PT, topPt + 7, LABEL_PT, { color: QUIET });
    for (const [index, part] of linesOf(value).entries())
      write(part, MARGIN_PT + LABEL_PT, topPt + 7 + index * WRAPPED_LINE_PT, widthPt - LABEL_PT);
    topPt += ROW_PT + (linesOf(value).length - 1) * WRAPPED_LINE_PT;
  }
  pdf.moveTo(MARGIN_PT, topPt).lineTo(rightPt, topPt).lineWidth(0.5).stroke(LINE);
  topPt += 18;
  const made = `Created ${utcSecond(at.toISOString())}.`;
  line(isStaging ? `${made} Staging environment: no real money moved.` : made, 14, {
    sizePt: 8,
    color: QUIET,
  });
  pdf.end();
  return whole;
}
