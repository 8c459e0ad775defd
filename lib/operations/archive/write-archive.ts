import { createHash, type Hash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { SigningKey } from "@/lib/accounting/proofs/format/keys";
import { type ArchivedFile, manifestOf } from "./manifest";
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  type Period,
  type ReadTable,
  readInSnapshot,
} from "./store";

/** The archive has requests of partners and bodies of events: nobody but its owner may read it. */
const NEW_FILE = { flag: "wx", mode: 0o600 } as const;

interface ArchiveOptions extends Period {
  databaseUrl: string;
  folder: string;
  /** Part of the files' names. */
  label: string;
  key?: SigningKey | undefined;
  at: Date;
}

/** Passes bytes on and hashes them. */
const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

async function writeTable(
  readTable: ReadTable,
  table: ArchivedTable,
  { folder, label, ...period }: ArchiveOptions,
): Promise<ArchivedFile> {
  const file = `${table.name}-${label}.jsonl.gz`;
  const [content, compressed] = [createHash("sha256"), createHash("sha256")];
  let rows = 0;
  async function* chunks() {
    for await (const lines of readTable(table, period)) {
      rows += lines.length;
      yield Buffer.from(`${lines.join("\n")}\n`);
    }
  }
  await pipeline(
    Readable.from(chunks()),
    hashing(content),
    createGzip(),
    hashing(compressed),
    createWriteStream(join(folder, file), {
      flags: NEW_FILE.flag,
      mode: NEW_FILE.mode,
      flush: true,
    }),
  );
  const sha256 = compressed.digest("hex");
  return { table: table.name, file, rows, sha256, contentSha256: content.digest("hex") };
}

/** Rows may be deleted once the archive is there: its files must be found in the folder after a loss of power, too. */
async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/**
 * Writes the rows of a period into one compressed file of JSON lines per table, in one snapshot, and a manifest with counts and
 * hashes after them. Returns the path of the manifest. @throws Error if one of the files exists; nothing is overwritten, and
 * files of an archive that failed are removed. Source: docs/decisions/0119-retention.md
 */
export async function writeArchive(options: ArchiveOptions): Promise<string> {
  const { databaseUrl, folder, label, from, before, key, at } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `archive-${label}.json`);
  const names = ARCHIVED_TABLES.map(({ name }) => join(folder, `${name}-${label}.jsonl.gz`));
  const existing = [path, ...names].find((name) => existsSync(name));
  if (existing !== undefined) throw new Error(`${existing} exists, and is not overwritten.`);
  try {
    const files = await readInSnapshot(databaseUrl, async (readTable) => {
      const written: ArchivedFile[] = [];
      for (const table of ARCHIVED_TABLES)
        written.push(await writeTable(readTable, table, options));
      return written;
    });
    const archive = {
      version: 1 as const,
      ...(from && { from: from.toISOString() }),
      before: before.toISOString(),
      createdAt: at.toISOString(),
      files,
    };
    const text = `${JSON.stringify(manifestOf(archive, key), null, 2)}\n`;
    await writeFile(path, text, { ...NEW_FILE, flush: true });
    await flushNames(folder);
    return path;
  } catch (error) {
    await Promise.allSettled([path, ...names].map((name) => unlink(name)));
    throw error;
  }
}
