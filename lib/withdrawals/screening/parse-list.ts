const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Reads the addresses of EVM chains from a list: one a line, or the first column of a CSV file. Everything else is left
 * out, such as a header, comments and addresses of other chains. Returns them in lower case, sorted, each once.
 */
export function parseList(text: string): string[] {
  const found = new Set<string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [first = ""] = line.split(/[,;\t]/);
    const cell = first
      .trim()
      .replace(/^\uFEFF/, "")
      .replace(/^(["'])(.*)\1$/, "$2")
      .trim()
      .toLowerCase();
    if (ADDRESS.test(cell)) found.add(cell);
  }
  return [...found].sort();
}
