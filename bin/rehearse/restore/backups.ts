import type { Database } from "./database.ts";

/** One backup: what it took, and what it takes in the repository. */
export interface BackupFigures {
  durationMs: number;
  /** Of the files that it can restore. */
  databaseBytes: number;
  /** Of what this backup added to the repository, compressed and encrypted. */
  repositoryBytes: number;
}

interface Info {
  /** The clusters of which the repository has backups, oldest first. */
  db: { version: string }[];
  backup: { type: string; info: { size: number; repository: { delta: number } } }[];
}

/** Makes a backup of this type. @throws Error when the newest one in the repository is not of it. */
export async function backUp(database: Database, type: "full" | "diff"): Promise<BackupFigures> {
  const startedMs = performance.now();
  await database.pgbackrest(`--type=${type}`, "backup");
  const durationMs = performance.now() - startedMs;
  const newest = (await readInfo(database)).backup.at(-1);
  if (newest?.type !== type) throw new Error(`The repository has no ${type} backup at its end.`);
  return {
    durationMs,
    databaseBytes: newest.info.size,
    repositoryBytes: newest.info.repository.delta,
  };
}

/** The major versions of PostgreSQL that the repository knows, oldest first. */
export async function repositoryVersions(database: Database): Promise<string[]> {
  return (await readInfo(database)).db.map(({ version }) => version);
}

async function readInfo(database: Database): Promise<Info> {
  const [stanza]: Info[] = JSON.parse(await database.pgbackrest("--output=json", "info"));
  if (stanza === undefined) throw new Error("The repository has no stanza.");
  return stanza;
}
