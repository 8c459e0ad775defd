/** An amount or a count. A negative number begins with a minus sign but is no formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** First characters that make a spreadsheet evaluate a cell as a formula, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/**
 * The same characters after a semicolon, a tab or a line break. A spreadsheet that separates cells at semicolons or tabs does not
 * see our quotes as such, so they do not keep the cell together, and takes a quotation mark of the text for one of its own.
 */
const INNER_FORMULA = /([;\t\r\n][ "]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function cell(value: string | null | undefined): string {
  const text = value ?? "";
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  const safe = `${isFormula ? "'" : ""}${text.replaceAll(INNER_FORMULA, "$1'")}`;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A line of a CSV file, ended by CRLF as RFC 4180 requires. What a spreadsheet would evaluate as a formula gets an
 * apostrophe before it, so that user input stays text, also where cells are separated by semicolons or tabs.
 */
export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
