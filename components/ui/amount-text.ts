/** Parses an amount as people type it: `1,204.50`, `12`. Returns undefined for any other text. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, "");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
}
