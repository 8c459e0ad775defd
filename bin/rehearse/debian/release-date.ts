import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const HEAD = /^\S+ \((?:\d+:)?([^)]+)\) /;
const DATE_BEGINS = ">  ";

/** The day on which Debian first had the version that a base has of a package; its own later revisions do not count. */
export async function releaseDateOf(base: string, name: string): Promise<Date> {
  const file = await readFile(join(base, "usr/share/doc", name, "changelog.Debian.gz"));
  return firstDate((await promisify(gunzip)(file)).toString("utf8"));
}

/** The date of the oldest entry that has the version of the newest one. Invalid when the text has no entries. */
export function firstDate(changelog: string): Date {
  const entries: { version: string; date: string }[] = [];
  let version = "";
  for (const line of changelog.split("\n")) {
    const full = HEAD.exec(line)?.[1];
    // Without Debian's revision.
    if (full !== undefined) version = full.slice(0, full.lastIndexOf("-"));
    if (line.startsWith(" -- "))
      entries.push({ version, date: line.slice(line.indexOf(DATE_BEGINS) + DATE_BEGINS.length) });
  }
  const same = entries.filter((entry) => entry.version === entries[0]?.version);
  return new Date(same.at(-1)?.date ?? Number.NaN);
}
