import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { SigningKey } from "@/lib/accounting/proofs/format/keys";
import {
  draftOf,
  makeArchiveFolder,
  publish,
  removeLeftOvers,
  removeUnfinished,
} from "./archive-files";
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

const fileOf = ({ name }: ArchivedTable, label: string) => `${name}-${label}.jsonl.gz`;

async function writeTable(
  readTable: ReadTable,
  table: ArchivedTable,
  { folder, label, ...period }: ArchiveOptions,
): Promise<ArchivedFile> {
  const file = fileOf(table, label);
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
    createWriteStream(draftOf(join(folder, file)), {
      flags: NEW_FILE.flag,
      mode: NEW_FILE.mode,
      flush: true,
    }),
  );
  const sha256 = compressed.digest("hex");
  return { table: table.name, file, rows, sha256, contentSha256: content.digest("hex") };
}

/** Writes the drafts of all files, and waits until what they contain is on the disk. */
async function writeDrafts(
  readTable: ReadTable,
  manifestPath: string,
  options: ArchiveOptions,
): Promise<void> {
  const { from, before, key, at } = options;
  const files: ArchivedFile[] = [];
  for (const table of ARCHIVED_TABLES) files.push(await writeTable(readTable, table, options));
  const archive = {
    version: 1 as const,
    ...(from && { from: from.toISOString() }),
    before: before.toISOString(),
    createdAt: at.toISOString(),
    files,
  };
  const text = `${JSON.stringify(manifestOf(archive, key), null, 2)}\n`;
  await writeFile(draftOf(manifestPath), text, { ...NEW_FILE, flush: true });
}

/**
 * Writes the rows of a period into one compressed file of JSON lines per table, in one snapshot, and a manifest with counts and
 * hashes after them. Returns the path of the manifest once everything is on the disk. An archive is never overwritten, but
 * the files of a run that was killed are. Files of an archive that failed are removed. @throws Error if the archive exists, or
 * while another one is written. Source: docs/decisions/0119-retention.md
 */
export async function writeArchive(options: ArchiveOptions): Promise<string> {
  const { databaseUrl, folder, label } = options;
  const manifest = join(folder, `archive-${label}.json`);
  const tables = ARCHIVED_TABLES.map((table) => join(folder, fileOf(table, label)));
  const paths = { manifest, tables };
  await makeArchiveFolder(folder);
  return readInSnapshot(databaseUrl, async (readTable) => {
    await removeLeftOvers(paths);
    try {
      await writeDrafts(readTable, manifest, options);
      await publish(paths);
      return manifest;
    } catch (error) {
      await removeUnfinished(paths).catch(() => {});
      throw error;
    }
  });
}
