import { step } from "../../bootstrap/report.mjs";
import { type Findings, requireSame } from "../findings.ts";
import { NEXT_POSTGRES } from "../postgres/versions.ts";
import { type BackupFigures, backUp, repositoryVersions } from "./backups.ts";
import { untilSound } from "./commands.ts";
import type { Scene } from "./lost-time.ts";

/** An upgrade of PostgreSQL to its next major version. */
export interface UpgradeFigures {
  /** From the stop of the service until it was ready again, in ms. */
  pauseMs: number;
  /** In which pg_upgradecluster ran. */
  clusterMs: number;
  /** The first backup of the new version. */
  full: BackupFigures;
}

/**
 * Upgrades PostgreSQL and the repository of its backups by the steps of docs/operating.md, and makes the first backup of the new version.
 *
 * @param nextBase the Debian with both versions
 */
export async function upgrade(
  { database, service }: Scene,
  nextBase: string,
  findings: Findings,
): Promise<UpgradeFigures> {
  const startedMs = performance.now();
  await step("service and PostgreSQL stop", async () => {
    await service.stop();
    await database.stop();
  });
  const stoppedMs = performance.now();
  await step("pg_upgradecluster", () => database.upgrade(nextBase));
  const upgradedMs = performance.now();
  await step("repository of the new version", async () => {
    await database.start();
    await database.pgbackrest("stanza-upgrade");
    await database.pgbackrest("check");
  });
  await step("worker and web", () => service.start());
  const readyMs = performance.now();
  await findings.check("PostgreSQL and its archive have the next major version", async () => {
    requireSame("the version of PostgreSQL", await database.majorVersion(), NEXT_POSTGRES);
    const versions = await repositoryVersions(database);
    requireSame("the newest version of the repository", versions.at(-1), `${NEXT_POSTGRES}`);
    return versions.join(", then ");
  });
  const full = await step("full backup", () => backUp(database, "full"));
  for (const name of ["audit", "reconcile"] as const)
    await findings.check(`npm run ${name} after the upgrade`, () =>
      untilSound(name, service.settings.worker),
    );
  return { pauseMs: readyMs - startedMs, clusterMs: upgradedMs - stoppedMs, full };
}
