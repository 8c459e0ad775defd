import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { Findings } from "../findings.ts";
import type { LoadLog } from "../load/operations.ts";
import type { WalletInBooks } from "../verify/read-books.ts";
import { verify, wrongBooks } from "../verify/verify.ts";
import { untilSound } from "./commands.ts";
import type { RestoreFigures } from "./figures.ts";
import { goOn, type Scene } from "./lost-time.ts";
import { loseEverything, recover } from "./recover.ts";
import { settle } from "./settle.ts";

/** Several blocks: what the service has sent is mined then. */
const MINED_MS = 5_000;

/** The books before a restore, by which those after it are checked. */
export interface KnownBooks {
  /** Every load so far whose operations must stand. */
  log: LoadLog;
  /** The wallets before these loads. */
  before: ReadonlyMap<string, WalletInBooks>;
  /** What the wallets got since other than by these loads, in micro-USD. */
  deposited: ReadonlyMap<string, bigint>;
}

interface PointInTimeOptions {
  scene: Scene;
  books: Omit<KnownBooks, "deposited">;
  findings: Findings;
}

/** Goes on after a moment, loses everything, restores that moment, and settles what the chain knows better. */
export async function restoreToMoment({
  scene,
  books: { log, before },
  findings,
}: PointInTimeOptions): Promise<{ figures: RestoreFigures["pointInTime"]; books: KnownBooks }> {
  const { service, partners } = scene;
  const known = await goOn(scene);
  await step("everything is lost", () => loseEverything(scene));
  await sleep(MINED_MS);
  const paidTo = [known.paid.toAddress, known.unknown.toAddress];
  const lost = { ...known, chainState: await scene.chain.signedState(paidTo) };
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
  const deposited = new Map([[partners[0].partnerId, change]]);
  await findings.check(
    "every operation of before stands once, none of the lost time does",
    async () => {
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
  const figures = { databaseMs, serviceMs, signingMs: signedAtMs - startedMs };
  return { figures, books: { log, before, deposited } };
}
