/** Capitalizes a word of the API for the beginning of a line: `owner` to `Owner`. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Formats a count with its noun: `1 code left`, `9 codes left`. */
export function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
}

/** Formats an amount within a sentence: `1,204.50 USD`. */
export function dollars(amount: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return `${amount.toLocaleString("en-US", digits)} USD`;
}
