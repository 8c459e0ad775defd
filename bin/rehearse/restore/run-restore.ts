import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import { collectFindings } from "../findings.ts";
import { type Load, startLoad } from "../load/start-load.ts";
import { newPasswords } from "../passwords.ts";
import { choosePorts } from "../ports.ts";
import { prepareNextPostgres } from "../postgres/prepare-next-postgres.ts";
import {
  prepareRehearsal,
  type RehearsalOptions,
  readWriteOption,
  reportFigures,
} from "../prepare.ts";
import { makeAdministrator } from "../service/make-administrator.ts";
import { makePartners } from "../service/make-partners.ts";
import { chainReader } from "../service/read-chain.ts";
import { readWallets } from "../verify/read-books.ts";
import { type BackupFigures, backUp } from "./backups.ts";
import { archiveTimeoutMs } from "./configuration.ts";
import { makeDatabase } from "./database.ts";
import { restoreToEnd } from "./end-of-archive.ts";
import { missedGoals } from "./figures.ts";
import type { Scene } from "./lost-time.ts";
import { restoreToMoment } from "./point-in-time.ts";
import { renderFigures } from "./render-figures.ts";
import { PORTS, prepareService } from "./service.ts";
import { upgrade } from "./upgrade.ts";

const PARTNERS = ["partner1", "partner2"];
const CARDS_EACH = 4;
/** Of load before and between the backups. */
const LOAD_MS = 5_000;
const PAGE = "docs/backup.md";

/**
 * Backs up a database under load with pgBackRest, loses it and restores it to a point in time; upgrades PostgreSQL and restores the new
 * version to the end of the archive. Checks everything that docs/backup.md says is true then.
 *
 * @returns the exit code: 1 when a goal was missed
 */
export async function runRehearsal({ args, folder, closing }: RehearsalOptions): Promise<number> {
  const isWritten = readWriteOption(args);
  const prepared = await prepareRehearsal({ folder, closing }, ["postgresql-17", "pgbackrest"]);
  const { base, logs, data, machine } = prepared;
  const next = await prepareNextPostgres({ folder, base, isRequired: false });
  const scene = await prepareScene({ base, data, logs, closing });
  const findings = collectFindings();
  const partnerIds = scene.partners.map(({ partnerId }) => partnerId);
  const before = await readWallets(scene.service.ownerUrl, partnerIds);
  const load = startLoad(scene.service.baseUrl, scene.partners);
  closing.add("The load", () => load.cut().catch(() => undefined));
  const backups = await makeBackups(scene, load);
  const restored = await restoreToMoment({ scene, books: { log: load.log, before }, findings });
  const { figures: pointInTime, books } = restored;
  // What comes after it restores a backup of the new version.
  const upgraded =
    next.nextBase === undefined ? undefined : await upgrade(scene, next.nextBase, findings);
  const endOfArchive = await restoreToEnd({ scene, books, closing, findings });
  const figures = {
    ...{ findings: findings.all, backups, pointInTime, upgrade: upgraded, endOfArchive },
    ...{ leftOut: next.missingReason, machine, at: new Date() },
    archiveTimeoutMs: archiveTimeoutMs(),
  };
  return reportFigures({
    text: renderFigures(figures),
    page: isWritten ? PAGE : undefined,
    logs,
    isReached: missedGoals(figures).length === 0,
  });
}

interface Places {
  base: string;
  data: string;
  logs: string;
  closing: Closing;
}

/** A database with a repository for its backups, the service on it, and partners with money and cards. */
async function prepareScene({ base, data, logs, closing }: Places): Promise<Scene> {
  const [ports, passwords] = [await choosePorts(PORTS), newPasswords()];
  const place = { base, folder: join(data, "database"), logs, port: ports.postgres };
  const database = await step("PostgreSQL", async () => {
    const made = await makeDatabase({ ...place, passwords, closing });
    await made.start();
    return made;
  });
  await step("repository", async () => {
    await database.pgbackrest("stanza-create");
    await database.pgbackrest("check");
  });
  const service = await prepareService({ database, ports, passwords, data, logs, closing });
  await step("worker and web", () => service.start());
  const { baseUrl, settings } = service;
  const invite = (name: string) => makeAdministrator({ baseUrl, settings: settings.web, name });
  return step("partners", async () => {
    const administrators = [await invite("Ada"), await invite("Grace")] as const;
    const how = { names: PARTNERS, cardsEach: CARDS_EACH };
    const [first, ...others] = await makePartners(baseUrl, administrators[0], how);
    if (first === undefined) throw new Error("There is no partner.");
    const chain = chainReader(settings.worker);
    return { database, service, chain, administrators, partners: [first, ...others] };
  });
}

/** A full and a differential backup, both under load. Afterwards every operation of the load has its answer. */
async function makeBackups({ database }: Scene, load: Load) {
  const withLoad = (title: string, work: () => Promise<BackupFigures>) =>
    Promise.race([step(title, work), load.broken]);
  await Promise.race([sleep(LOAD_MS), load.broken]);
  const full = await withLoad("full backup", () => backUp(database, "full"));
  await Promise.race([sleep(LOAD_MS), load.broken]);
  const diff = await withLoad("differential backup", () => backUp(database, "diff"));
  await Promise.race([sleep(LOAD_MS), load.broken]);
  await step("last answers", () => load.stop());
  return { full, diff };
}
