/** An amount or a count; an amount below zero begins with a minus sign and is no formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** What makes a spreadsheet read a cell as a formula, its wide forms among them. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Some spreadsheets part cells at semicolons and tabs: what follows one would be a cell of its own. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

function cell(value: string | null | undefined): string {
  const text = value ?? "";
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A line of a CSV file, ended by CRLF as RFC 4180 has it. What people typed is text in a spreadsheet too: a cell that
 * would be a formula begins with an apostrophe.
 */
export function csvLine(values: readonly (string | null | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
