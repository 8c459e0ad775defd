import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type ArchivedFile, type Manifest, manifestSchema, signatureState } from "./manifest";

/** JSON has no line ends in its texts: each one ends a row. */
const LINE_END = 0x0a;

interface ArchiveReport {
  manifest: Manifest;
  isSigned: boolean;
  /** For people: what is not as the manifest says; empty if everything is. */
  faults: string[];
}

async function faultOf(folder: string, expected: ArchivedFile): Promise<string | undefined> {
  const { file, rows, sha256, contentSha256 } = expected;
  try {
    const [compressed, content] = [createHash("sha256"), createHash("sha256")];
    let found = 0;
    await pipeline(
      createReadStream(join(folder, file)),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          compressed.update(chunk);
          yield chunk;
        }
      },
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          content.update(chunk);
          for (const byte of chunk) if (byte === LINE_END) found += 1;
        }
      },
    );
    if (compressed.digest("hex") !== sha256) return `${file}: the file was changed`;
    if (content.digest("hex") !== contentSha256) return `${file}: the content was changed`;
    return found === rows ? undefined : `${file}: ${found} rows, and the manifest says ${rows}`;
  } catch (error) {
    return `${file}: cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

/** The label of an archive, which the names of its files end with; undefined for a manifest that was renamed. */
const labelOf = (path: string) => /^archive-(.+)\.json$/.exec(basename(path))?.[1];

/** Files beside the manifest that have the archive's label, and that the manifest leaves out. */
async function unlistedFiles(path: string, listed: readonly ArchivedFile[]): Promise<string[]> {
  const label = labelOf(path);
  if (label === undefined) return [];
  const names = new Set(listed.map(({ file }) => file));
  // The label of a period contains that of everything before its end, and no name of a table has a dash.
  const isOurs = (file: string) => file.slice(file.indexOf("-")) === `-${label}.jsonl.gz`;
  return (await readdir(dirname(path))).filter((file) => isOurs(file) && !names.has(file));
}

/**
 * Compares the files of an archive with its manifest: names, counts, hashes and, where it has one, the signature. `knownKey` is the public
 * key in base64 with which the manifest must be signed. @throws Error if the manifest cannot be read
 */
export async function verifyArchive(path: string, knownKey?: string): Promise<ArchiveReport> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, "utf8")));
  const faults: string[] = [];
  const state = signatureState(manifest, knownKey);
  if (state === "wrong") faults.push("the manifest is not signed with the key, or was changed");
  for (const file of manifest.archive.files) {
    const fault = await faultOf(dirname(path), file);
    if (fault !== undefined) faults.push(fault);
  }
  for (const file of await unlistedFiles(path, manifest.archive.files))
    faults.push(`${file}: the manifest does not name it`);
  return { manifest, isSigned: state === "signed", faults };
}
