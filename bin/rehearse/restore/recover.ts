import { step } from "../../bootstrap/report.mjs";
import { mustEnd } from "./commands.ts";
import type { Scene } from "./lost-time.ts";

/** How long a restore took, from the loss of everything, in ms. */
export interface RecoveryFigures {
  /** Until PostgreSQL took writes again. */
  databaseMs: number;
  /** Until the worker and the web process were ready. */
  serviceMs: number;
  /** The segment of the WAL that was written then: its first eight digits are the timeline. */
  segment: string;
  startedMs: number;
}

/** Kills everything at once, as the loss of the machine would, and deletes the database. The chain goes on. */
export async function loseEverything({ database, service }: Scene): Promise<void> {
  await Promise.all([database.lose(), service.kill()]);
}

/**
 * Restores the database with pgBackRest and follows docs/backup.md up to the start of the service in restore mode.
 *
 * @param target the options of `pgbackrest restore` that say up to when
 */
export async function recover(scene: Scene, target: readonly string[]): Promise<RecoveryFigures> {
  const { database, service, administrators } = scene;
  const startedMs = performance.now();
  await step("pgbackrest restore", () => database.pgbackrest(...target, "restore"));
  await step("recovery of PostgreSQL", () => database.start());
  const databaseMs = performance.now() - startedMs;
  await database.checkpoint();
  await step("restore mode", async () => {
    const { worker } = service.settings;
    await mustEnd("migrate", [], { ...worker, DATABASE_MIGRATE_URL: service.ownerUrl });
    await mustEnd("restore-mode", ["on", administrators[0].email], worker);
    await mustEnd("audit", [], worker);
    await mustEnd("verify-audit", [], worker);
  });
  await step("worker and web", () => service.start());
  const serviceMs = performance.now() - startedMs;
  // Restore mode has ended their sessions.
  await step("sign-in", () => Promise.all(administrators.map(({ signIn }) => signIn())));
  const { segment } = await database.moment();
  return { startedMs, databaseMs, serviceMs, segment };
}
