/** The number of an amount as people type one: `1,204.50`, `12`. Undefined for anything that is not one. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, "");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
}
