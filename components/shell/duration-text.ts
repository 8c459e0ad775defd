const UNITS = [
  { name: "year", lengthS: 31_536_000 },
  { name: "day", lengthS: 86_400 },
  { name: "hour", lengthS: 3_600 },
  { name: "minute", lengthS: 60 },
  { name: "second", lengthS: 1 },
] as const;

/** Formats whole seconds in the largest unit and the one below it, rounded down: `8 days`, `1 year 35 days`. */
export function durationText(durationS: number): string {
  const first = UNITS.findIndex(({ lengthS }) => durationS >= lengthS);
  let restS = durationS;
  const parts = UNITS.slice(first, first + 2).flatMap(({ name, lengthS }) => {
    const count = Math.floor(restS / lengthS);
    restS -= count * lengthS;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "0 seconds" : parts.join(" ");
}
