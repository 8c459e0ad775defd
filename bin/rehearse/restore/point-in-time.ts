import { step } from "../../bootstrap/report.mjs";
import type { LoadLog } from "../load/operations.ts";
import type { WalletInBooks } from "../verify/read-books.ts";
import { verify } from "../verify/verify.ts";
import { untilSound } from "./commands.ts";
import { type RestoreFigures, wrongBooks } from "./figures.ts";
import type { Findings } from "./findings.ts";
import { loseTime, type Scene } from "./lost-time.ts";
import { loseEverything, recover } from "./recover.ts";
import { settle } from "./settle.ts";

interface PointInTimeOptions {
  scene: Scene;
  /** The load of before. */
  log: LoadLog;
  /** The wallets before that load. */
  before: ReadonlyMap<string, WalletInBooks>;
  findings: Findings;
}

/** Goes on after a moment, loses everything, restores that moment, and settles what the chain knows better. */
export async function restoreToMoment({
  scene,
  log,
  before,
  findings,
}: PointInTimeOptions): Promise<RestoreFigures["pointInTime"]> {
  const { service, partners } = scene;
  const lost = await loseTime(scene);
  await step("everything is lost", () => loseEverything(scene));
  const target = ["--type=time", `--target=${lost.moment.time}`, "--target-action=promote"];
  const recovered = await recover(scene, target);
  await findings.check("PostgreSQL is on a new timeline", async () => {
    const [from, to] = [lost.moment.segment, recovered.segment].map((name) => name.slice(0, 8));
    if (from === to) throw new Error(`the timeline is ${to} as before`);
    return `${from}, then ${to}`;
  });
  const { spentMicroUsd, signedAtMs } = await settle(scene, lost, findings);
  const partnerIds = partners.map(({ partnerId }) => partnerId);
  const change = BigInt(lost.deposit.amountUsd) * 1_000_000n - spentMicroUsd;
  await findings.check(
    "every operation of before stands once, none of the lost time does",
    async () => {
      const deposited = new Map([[partners[0].partnerId, change]]);
      const url = service.ownerUrl;
      const { comparison, wallets } = await verify({ url, partnerIds, log, before, deposited });
      const wrong = wrongBooks(comparison, wallets);
      if (wrong.length > 0) throw new Error(wrong.join("; "));
      return `${comparison.acknowledged} operations of before, ${lost.log.operations.length} of the lost time, ${wallets.length} wallets are the sum of theirs`;
    },
  );
  for (const name of ["audit", "verify-audit", "reconcile"] as const)
    await findings.check(`npm run ${name} at the end`, () =>
      untilSound(name, service.settings.worker),
    );
  const { databaseMs, serviceMs, startedMs } = recovered;
  return { databaseMs, serviceMs, signingMs: signedAtMs - startedMs };
}
