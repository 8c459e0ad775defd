/** An amount or a count. A negative number begins with a minus sign but is no formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** First characters that make a spreadsheet evaluate a cell as a formula, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Cells with semicolons or tabs are quoted, because some spreadsheets separate cells at them. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function cell(value: string | null | undefined): string {
  const text = value ?? "";
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A line of a CSV file, ended by CRLF as RFC 4180 requires. A cell that a spreadsheet would evaluate as a formula gets
 * a leading apostrophe, so that user input stays text.
 */
export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
