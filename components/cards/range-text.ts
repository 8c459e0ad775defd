/** Formats a range: `5 to 10,000 USD.` */
export function rangeText({ min, max }: { min: number; max: number }): string {
  return `${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")} USD.`;
}
