import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { Findings } from "../findings.ts";
import { startLoad } from "../load/start-load.ts";
import { verify, wrongBooks } from "../verify/verify.ts";
import { mustEnd, untilSound } from "./commands.ts";
import { archiveTimeoutMs } from "./configuration.ts";
import { type EndOfArchiveFigures, lostTimeMs } from "./figures.ts";
import type { Scene } from "./lost-time.ts";
import type { KnownBooks } from "./point-in-time.ts";
import { loseEverything, recover } from "./recover.ts";

interface EndOfArchiveOptions {
  scene: Scene;
  /** Everything of before must be in the archive. */
  books: KnownBooks;
  closing: Closing;
  findings: Findings;
}

/** Loses everything under load, restores what the archive has, and counts what it does not have. */
export async function restoreToEnd({
  scene,
  books,
  closing,
  findings,
}: EndOfArchiveOptions): Promise<EndOfArchiveFigures> {
  const { service, partners, administrators } = scene;
  const partnerIds = partners.map(({ partnerId }) => partnerId);
  const load = startLoad(service.baseUrl, partners);
  closing.add("The load", () => load.cut().catch(() => undefined));
  // One and a half segments: the first is archived, the second is not.
  const loadMs = archiveTimeoutMs() * 1.5;
  await step("load", () => Promise.race([sleep(loadMs), load.broken]));
  const lostAtMs = performance.now();
  await step("everything is lost", async () => {
    await loseEverything(scene);
    await load.cut();
  });
  const { databaseMs, serviceMs } = await recover(scene, ["--type=default"]);
  const operations = [...books.log.operations, ...load.log.operations];
  const { comparison, wallets } = await verify({
    ...{ url: service.ownerUrl, partnerIds, ...books, log: { operations, attempts: [] } },
  });
  await findings.check("the end of the archive has nothing twice or otherwise", async () => {
    const wrong = wrongBooks({ ...comparison, lost: [] }, wallets);
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    return `${comparison.acknowledged - comparison.lost.length} of ${comparison.acknowledged} acknowledged operations stand once`;
  });
  await findings.check("restore mode ends again", async () => {
    const { worker } = service.settings;
    await untilSound("reconcile", worker);
    const output = await mustEnd("restore-mode", ["off", administrators[0].email], worker);
    return output.split("\n")[0] ?? "";
  });
  for (const name of ["audit", "verify-audit"] as const)
    await findings.check(`npm run ${name} after the end of the archive`, () =>
      untilSound(name, service.settings.worker),
    );
  const lostMs = lostTimeMs(operations, comparison.lost, lostAtMs);
  const acknowledged = load.log.operations.filter((each) => each.acknowledged).length;
  return { databaseMs, serviceMs, comparison: { ...comparison, acknowledged }, lostMs };
}
