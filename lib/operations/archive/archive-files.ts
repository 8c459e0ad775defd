import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The paths of an archive's files. Each is written as a draft beside it, and gets its name once all are on the disk. */
export interface ArchivePaths {
  manifest: string;
  tables: string[];
}

export const draftOf = (path: string): string => `${path}.partial`;

/** Waits until the names in a folder are on the disk: the files must be found there after a loss of power, too. */
async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Makes a folder and those above it that are missing, and waits until their names are on the disk. */
export async function makeArchiveFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  let made = resolve(folder);
  for (; made !== resolve(first); made = dirname(made)) await flushNames(dirname(made));
  await flushNames(dirname(made));
}

/** Removes the files of an archive that is not complete. The draft of the manifest, which says so, goes last. */
export async function removeUnfinished({ manifest, tables }: ArchivePaths): Promise<void> {
  for (const path of [manifest, ...tables, ...tables.map(draftOf), draftOf(manifest)])
    await rm(path, { force: true });
}

/**
 * Removes what a run left that was killed. Nothing was deleted from the database for these files, because that needs a
 * manifest. Files that have their names without a draft of their manifest are none of these: their manifest was moved.
 * @throws Error if the archive exists, or a file of one whose manifest is elsewhere
 */
export async function removeLeftOvers(paths: ArchivePaths): Promise<void> {
  const { manifest, tables } = paths;
  if (existsSync(manifest))
    throw new Error(
      `${manifest} exists, and is not overwritten. To delete what a run with --delete has left when it was ended, ` +
        "choose another folder: it archives and deletes the rest.",
    );
  const existing = tables.find((path) => existsSync(path));
  if (existing !== undefined && !existsSync(draftOf(manifest)))
    throw new Error(
      `${existing} exists without its manifest, and is not overwritten: it may be the only copy of deleted rows. ` +
        "Put the manifest beside it, or choose another folder.",
    );
  await removeUnfinished(paths);
}

/**
 * Gives the drafts of an archive their names. Whenever this ends in between, either the manifest and all that it names
 * are in the folder, or there is a draft of the manifest.
 */
export async function publish({ manifest, tables }: ArchivePaths): Promise<void> {
  const folder = dirname(manifest);
  await flushNames(folder);
  for (const path of tables) await rename(draftOf(path), path);
  await flushNames(folder);
  await rename(draftOf(manifest), manifest);
  await flushNames(folder);
}
