import { Resolver } from "node:dns/promises";
import { perProcess } from "@/lib/kernel/per-process";

const QUERY_TIMEOUT_MS = 2_000;

/** Returns the texts of a name's TXT records; none when the name has none or the name servers do not respond. */
export type ReadTxt = (name: string) => Promise<string[]>;

/** Queries the name servers directly, as for webhooks. The parts of one record are one text: RFC 7208, section 3.3. */
const queryTxt: ReadTxt = async (name) => {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch {
    // Whatever the reason, the record was not found, which is the result that the person gets.
    return [];
  }
};

const shared = perProcess("TXT records", () => ({ read: queryTxt }));

/** Reads TXT records as this process does. */
export const readTxt: ReadTxt = (name) => shared.read(name);

/** Replaces the way in which this process reads TXT records, for tests; undefined restores it. */
export function readTxtBy(read: ReadTxt | undefined): void {
  shared.read = read ?? queryTxt;
}
