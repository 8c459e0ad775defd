import type { CellState } from "./read-cell.ts";

/** Returns a sentence for each object that two cells share although only one may have it. */
export function sharedBetween(cells: readonly CellState[]): string[] {
  const owners = new Map<string, string>();
  const found: string[] = [];
  const claim = (thing: string, place: string, text: (other: string) => string) => {
    const other = owners.get(thing);
    if (other === undefined) owners.set(thing, place);
    else found.push(text(other));
  };
  for (const { name, addresses, partnerIds } of cells) {
    for (const [address, purpose] of addresses) {
      const place = `the ${purpose} of ${name}`;
      claim(address, place, (other) => `${address} is ${other} and ${place}.`);
    }
    for (const id of partnerIds)
      claim(id, name, (other) => `The partner ${id} is in ${other} and in ${name}.`);
  }
  return found;
}

/** The cells that a file names: a line each with the cell's name and the URL of its database; # begins a comment. */
export function readCellList(text: string): { name: string; databaseUrl: string }[] {
  const cells = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, index) => {
      const [, name, databaseUrl] =
        /^([a-z][a-z0-9]{0,7})\s+(postgres(?:ql)?:\/\/\S+)$/.exec(line) ?? [];
      // Not quoted: the line may hold a password.
      if (!name || !databaseUrl)
        throw new Error(
          `Cell ${index + 1} of the file is not a name and a URL of PostgreSQL, as "a postgresql://user:password@host:port/database".`,
        );
      return { name, databaseUrl };
    });
  const twice = cells.find(
    ({ name }, index) => cells.findIndex((each) => each.name === name) < index,
  );
  if (twice) throw new Error(`The file names the cell ${twice.name} twice.`);
  if (cells.length < 2) throw new Error("The file names fewer than two cells.");
  return cells;
}

const MICRO = 1_000_000n;

/** An amount in micro-USD as a decimal number of USD. */
export function usd(microUsd: bigint): string {
  const size = microUsd < 0n ? -microUsd : microUsd;
  const fraction = String(size % MICRO).padStart(6, "0");
  return `${microUsd < 0n ? "-" : ""}${size / MICRO}.${fraction}`;
}

/** Returns a row for each cell and for their sum: the tokens in custody by place, and the liabilities. */
export function sumsOf(cells: readonly CellState[]): Record<string, string | number>[] {
  const places = [...new Set(cells.flatMap(({ custodyMicroUsd }) => [...custodyMicroUsd.keys()]))];
  const rows = cells.map(({ name, addresses, partnerIds, custodyMicroUsd, owedMicroUsd }) => ({
    ...{ cell: name, partners: partnerIds.length, addresses: addresses.size, owedMicroUsd },
    custody: places.map((place) => custodyMicroUsd.get(place) ?? 0n),
  }));
  const total = rows.reduce(
    (sum, row) => ({
      cell: "all",
      partners: sum.partners + row.partners,
      addresses: sum.addresses + row.addresses,
      owedMicroUsd: sum.owedMicroUsd + row.owedMicroUsd,
      custody: places.map((_, index) => (sum.custody[index] ?? 0n) + (row.custody[index] ?? 0n)),
    }),
    { cell: "all", partners: 0, addresses: 0, owedMicroUsd: 0n, custody: [] as bigint[] },
  );
  return [...rows, total].map(({ custody, owedMicroUsd, ...row }) => ({
    ...row,
    ...Object.fromEntries(places.map((place, index) => [place, usd(custody[index] ?? 0n)])),
    owed: usd(owedMicroUsd),
  }));
}
