/** `owner` as `Owner`: a word of the API where it begins a line. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `1 code left`, `9 codes left`: how many, and the word that goes with it. */
export function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
}

/** `1,204.50 USD`: an amount within a sentence. */
export function dollars(amount: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return `${amount.toLocaleString("en-US", digits)} USD`;
}
