import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { collectFindings } from "../findings.ts";
import { measure, percentile } from "../load/measure.ts";
import type { LoadLog } from "../load/operations.ts";
import { startLoad } from "../load/start-load.ts";
import { seconds } from "../page.ts";
import { newPasswords } from "../passwords.ts";
import { choosePorts } from "../ports.ts";
import { reportFigures } from "../prepare.ts";
import { makeAdministrator } from "../service/make-administrator.ts";
import { deposit, makePartners, type Partner } from "../service/make-partners.ts";
import type { Settings } from "../service/settings.ts";
import { readWallets } from "../verify/read-books.ts";
import { runChecks, verify } from "../verify/verify.ts";
import { checkAccess } from "./access.ts";
import { checkTls } from "./check-tls.ts";
import { type Cluster, startCluster } from "./cluster/cluster.ts";
import { connectNodes } from "./cluster/connect-nodes.ts";
import { PORTS } from "./cluster/ports.ts";
import { type Rehearsed, runDrill } from "./drills.ts";
import { type DrillFigures, describeFailures, type Figures, missedGoals } from "./figures.ts";
import { type Options, readOptions } from "./options.ts";
import { renderFigures } from "./render-figures.ts";
import { type StartedService, startService } from "./start-service.ts";

const PARTNERS = ["partner1", "partner2"];
const CARDS_EACH = 4;
const WARM_UP_MS = 10_000;
const DEPOSIT_USD = 250;
const PAGE = "docs/high-availability.md";

/** What was prepared where there are other networks. */
export interface Prepared {
  args: readonly string[];
  base: string;
  /** The Debian with PostgreSQL's next major version too; undefined when the drill that needs it is not run. */
  nextBase: string | undefined;
  leftOut: string[];
  logs: string;
  data: string;
  machine: string[];
}

/**
 * Builds the recommended cluster in this process's own network, runs every drill under load and compares the load's log with the books.
 *
 * @returns the exit code: 1 when a goal was missed
 */
export async function rehearseCluster(prepared: Prepared, closing: Closing): Promise<number> {
  const { base, nextBase, leftOut, logs, data, machine } = prepared;
  const { drills, write } = readOptions(prepared.args);
  if (nextBase === undefined) drills.delete("major");
  await mkdir(data, { recursive: true });
  const network = await step("network", () => connectNodes(join(data, "hosts"), closing));
  const [ports, passwords] = [await choosePorts(PORTS), newPasswords()];
  const cluster = await step("cluster", () =>
    startCluster({
      ...{
        base,
        nextBase,
        folder: join(data, "cluster"),
        logs,
        ports,
        passwords,
        network,
        closing,
      },
      isEtcdOpen: drills.has("secure"),
      isDatabasePlain: drills.has("encrypt"),
    }),
  );
  const service = await startService({ cluster, passwords, data, logs, closing });
  const partners = await step("partners", () =>
    preparePartners(service.baseUrl, service.settings.web),
  );
  const found = await rehearse({ cluster, service, partners, drills, closing });
  // After the drills: what they changed must be closed, too.
  const findings = collectFindings();
  await checkAccess(cluster, service, findings);
  await checkTls(cluster, service, findings);
  const figures = { ...found, leftOut, findings: findings.all, machine, at: new Date() };
  return reportFigures({
    text: renderFigures(figures),
    page: write ? PAGE : undefined,
    logs,
    isReached: missedGoals(figures).length === 0,
  });
}

async function preparePartners(baseUrl: string, settings: Settings): Promise<Partner[]> {
  const administrator = await makeAdministrator({ baseUrl, settings, name: "Ada" });
  return makePartners(baseUrl, administrator, { names: PARTNERS, cardsEach: CARDS_EACH });
}

interface RehearseOptions {
  cluster: Cluster;
  service: StartedService;
  partners: readonly Partner[];
  drills: Options["drills"];
  closing: Closing;
}

/** Runs the drills under load, and then compares the load's log with the books, also after a drill that failed. */
async function rehearse(
  options: RehearseOptions,
): Promise<Omit<Figures, "leftOut" | "findings" | "machine" | "at">> {
  const { cluster, service, partners, closing } = options;
  const { baseUrl, settings, ownerUrl } = service;
  const partnerIds = partners.map(({ partnerId }) => partnerId);
  const before = await readWallets(ownerUrl(), partnerIds);
  const load = startLoad(baseUrl, partners);
  // What it may reject with has been reported by the drill that saw it.
  closing.add("The load", () => load.stop().catch(() => undefined));
  const deposited = new Map<string, bigint>();
  const rehearsed: Rehearsed = {
    cluster,
    load,
    ...service,
    async deposit() {
      const [first] = partners;
      if (first === undefined) throw new Error("There is no partner.");
      const { creditedAfterMs } = await deposit(baseUrl, first.apiKey, DEPOSIT_USD);
      const sum = deposited.get(first.partnerId) ?? 0n;
      deposited.set(first.partnerId, sum + BigInt(DEPOSIT_USD) * 1_000_000n);
      return creditedAfterMs;
    },
  };
  const warm = await warmUp(load.log, load.broken);
  const errors: string[] = [];
  const drills = await runDrills(options.drills, rehearsed, errors);
  await orRecord(errors, () => step("last answers", () => load.stop()));
  await cluster.untilHealthy();
  const compared = await step("compare the books", () =>
    verify({ url: ownerUrl(), partnerIds, log: load.log, before, deposited }),
  );
  const checks = await step("check the books", () => runChecks(settings.worker));
  return { drills, errors, before: warm, ...compared, checks };
}

/** Does something; what it fails with is a result of the rehearsal. An interruption is none. */
async function orRecord(errors: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    stopSignal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    // What follows may fail for the same reason, before the figures are shown.
    console.error(`    ${reason.replaceAll("\n", "\n    ")}`);
    errors.push(reason);
  }
}

async function warmUp(log: LoadLog, broken: Promise<never>): Promise<Figures["before"]> {
  await step("load", () => Promise.race([sleep(WARM_UP_MS), broken]));
  const writes = log.attempts.filter(({ isWrite }) => isWrite);
  const durations = writes.map(({ startedMs, endedMs }) => endedMs - startedMs);
  const { requests } = measure(log.attempts, 0, performance.now());
  return {
    requestsPerS: requests / (WARM_UP_MS / 1_000),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  };
}

/** Runs the drills until one fails: the next one would begin with what that one left. */
async function runDrills(
  drills: Options["drills"],
  on: Rehearsed,
  errors: string[],
): Promise<DrillFigures[]> {
  const figures: DrillFigures[] = [];
  const runs = [...drills].flatMap(([name, times]) =>
    Array.from({ length: times }, (_, index) => ({ name, times, time: index + 1 })),
  );
  for (const { name, times, time } of runs) {
    await orRecord(errors, () =>
      step(times === 1 ? name : `${name} ${time} of ${times}`, async (note) => {
        const found = await runDrill(name, on);
        figures.push(found);
        note(
          `no write for ${seconds(found.pauseMs)} s, failed: ${describeFailures(found.failures)}`,
        );
      }),
    );
    if (errors.length > 0) break;
  }
  return figures;
}
