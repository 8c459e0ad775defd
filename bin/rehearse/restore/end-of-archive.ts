import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import { startLoad } from "../load/start-load.ts";
import { readWallets } from "../verify/read-books.ts";
import { verify } from "../verify/verify.ts";
import { mustEnd, untilSound } from "./commands.ts";
import { archiveTimeoutMs } from "./configuration.ts";
import { type EndOfArchiveFigures, lostTimeMs, wrongBooks } from "./figures.ts";
import type { Findings } from "./findings.ts";
import type { Scene } from "./lost-time.ts";
import { loseEverything, recover } from "./recover.ts";

interface EndOfArchiveOptions {
  scene: Scene;
  closing: Closing;
  findings: Findings;
}

/** Loses everything under load, restores what the archive has, and counts what it does not have. */
export async function restoreToEnd({
  scene,
  closing,
  findings,
}: EndOfArchiveOptions): Promise<EndOfArchiveFigures> {
  const { service, partners, administrators } = scene;
  const partnerIds = partners.map(({ partnerId }) => partnerId);
  const before = await readWallets(service.ownerUrl, partnerIds);
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
  const url = service.ownerUrl;
  const log = load.log;
  const { comparison, wallets } = await verify({
    ...{ url, partnerIds, log, before, deposited: new Map() },
  });
  await findings.check("the end of the archive has nothing twice or otherwise", async () => {
    const wrong = wrongBooks({ ...comparison, lost: [] }, wallets);
    if (wrong.length > 0) throw new Error(wrong.join("; "));
    return `${comparison.acknowledged - comparison.lost.length} of ${comparison.acknowledged} acknowledged operations stand once`;
  });
  await findings.check("restore mode ends again", async () => {
    const { worker } = service.settings;
    await untilSound("reconcile", worker);
    return mustEnd("restore-mode", ["off", administrators[0].email], worker);
  });
  for (const name of ["audit", "verify-audit"] as const)
    await findings.check(`npm run ${name} after the end of the archive`, () =>
      untilSound(name, service.settings.worker),
    );
  const lostMs = lostTimeMs(log.operations, comparison.lost, lostAtMs);
  return { databaseMs, serviceMs, comparison, lostMs };
}
