import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { microUsdText, usdText, utcMinute as utc } from "../pdf/format";
import { beginDocument, type TextDocument, type TextStyle } from "../pdf/text-document";
import type { statementSchema } from "../schema";
import { JOURNAL_NAMES } from "./journal-names";
import type { EntryRow } from "./store";

const MARGIN_PT = 50;
const ROW_PT = 17;
const TIME_PT = 92;
const AMOUNT_PT = 95;
const QUIET = "#5f5f5f";
const LINE = "#d4d4d4";
/** A row takes about a millisecond. After so many, the requests that wait are answered. */
const ROWS_PER_TURN = 20;
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

type Statement = z.input<typeof statementSchema>;
type Cells = [left: string, middle: string, amount: string, balance: string];

/** A page with a position: rows go to the next page when this one is full. */
class Sheet {
  readonly #document: TextDocument;
  #topPt = MARGIN_PT;

  constructor(document: TextDocument) {
    this.#document = document;
  }

  get #right() {
    return this.#document.pdf.page.width - MARGIN_PT;
  }

  skip(heightPt: number): void {
    this.#topPt += heightPt;
  }

  line(text: string, style: TextStyle = {}): void {
    const { sizePt = 9 } = style;
    this.#document.write(text, MARGIN_PT, this.#topPt, this.#right - MARGIN_PT, style);
    this.skip(sizePt * 1.5);
  }

  row([left, middle, amount, balance]: Cells, style: TextStyle = {}): void {
    const { pdf, write, writeRight } = this.#document;
    if (this.#topPt > pdf.page.height - MARGIN_PT - 2 * ROW_PT) {
      pdf.addPage();
      this.#topPt = MARGIN_PT;
    }
    const [top, right] = [this.#topPt, this.#right];
    const middlePt = MARGIN_PT + TIME_PT;
    const middleWidthPt = right - 2 * AMOUNT_PT - middlePt;
    if (middle === "") write(left, MARGIN_PT, top, TIME_PT + middleWidthPt, style);
    else {
      write(left, MARGIN_PT, top, TIME_PT, { ...style, color: QUIET });
      write(middle, middlePt, top, middleWidthPt, style);
    }
    writeRight(amount, right - AMOUNT_PT, top, style);
    writeRight(balance, right, top, style);
    pdf.moveTo(MARGIN_PT, top + ROW_PT - 4).lineTo(right, top + ROW_PT - 4);
    pdf.lineWidth(0.5).stroke(LINE);
    this.skip(ROW_PT);
  }
}

function writeSums(sheet: Sheet, { lines, opening, closing, difference }: Statement): void {
  sheet.row(["Summary", "", "Amount", ""], { color: QUIET });
  sheet.row(["Opening balance", "", usdText(opening), ""], { weight: "bold" });
  for (const { type, count, amount, feesWithin } of lines) {
    const kind = feesWithin < 0 ? "returned fees" : "fees";
    const fees = feesWithin === 0 ? "" : `, incl. ${usdText(Math.abs(feesWithin))} ${kind}`;
    sheet.row([`${JOURNAL_NAMES[type]} (${count}${fees})`, "", usdText(amount), ""]);
  }
  sheet.row(["Closing balance", "", usdText(closing), ""], { weight: "bold" });
  if (difference !== 0) sheet.row(["Unexplained difference", "", usdText(difference), ""]);
}

async function writeEntries(
  sheet: Sheet,
  { opening, closing }: Statement,
  entries: readonly EntryRow[],
): Promise<void> {
  sheet.row(["Time (UTC)", "Entry", "Amount", "Balance"], { color: QUIET });
  sheet.row(["Opening balance", "", "", usdText(opening)], { weight: "bold" });
  for (const [place, entry] of entries.entries()) {
    if (place % ROWS_PER_TURN === 0) await nextTurn();
    const { createdAt, type, narration, amountMicroUsd, balanceAfterMicroUsd } = entry;
    sheet.row([
      utc(createdAt.toISOString()),
      narration ?? JOURNAL_NAMES[type],
      microUsdText(amountMicroUsd),
      microUsdText(balanceAfterMicroUsd),
    ]);
  }
  sheet.row(["Closing balance", "", "", usdText(closing)], { weight: "bold" });
}

function numberPages({ pdf, write, writeRight }: TextDocument, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const right = pdf.page.width - MARGIN_PT;
    const top = pdf.page.height - MARGIN_PT;
    // A text below the margin would begin a page of its own.
    pdf.page.margins.bottom = 0;
    write(footer, MARGIN_PT, top, right - 2 * MARGIN_PT, { sizePt: 8, color: QUIET });
    writeRight(`Page ${page + 1} of ${count}`, right, top, { sizePt: 8, color: QUIET });
  }
}

/**
 * Returns a statement as a PDF with selectable text: the sums, then each entry with the balance after it.
 * @param entries the entries of the month, oldest first; undefined when they are too many
 */
export async function statementPdf(
  statement: Statement,
  entries: readonly EntryRow[] | undefined,
): Promise<Buffer> {
  const { name, partnerId, month, from, until, isFinal, lines } = statement;
  const monthName = MONTH.format(new Date(from));
  const title = `Wallet statement, ${monthName}`;
  const document = await beginDocument({
    size: "A4",
    margin: MARGIN_PT,
    bufferPages: true,
    info: { Title: `${title}: ${name}`, Author: name },
  });
  const whole = buffer(document.pdf);
  const sheet = new Sheet(document);
  sheet.line(name, { weight: "bold", sizePt: 11 });
  sheet.line(partnerId, { color: QUIET });
  sheet.skip(14);
  sheet.line(title, { weight: "bold", sizePt: 18 });
  sheet.line(
    `${utc(from)} to ${utc(until)} UTC${isFinal ? "" : ", month to date"} · Amounts in USD`,
    { color: QUIET },
  );
  sheet.skip(14);
  writeSums(sheet, statement);
  sheet.skip(18);
  if (entries) await writeEntries(sheet, statement, entries);
  else {
    const count = lines.reduce((sum, line) => sum + line.count, 0);
    sheet.line(`${count} entries are too many for a PDF. The CSV export has each of them.`);
  }
  numberPages(document, `${name} · Statement ${month}${isFinal ? "" : ", month to date"}`);
  document.pdf.end();
  return whole;
}
