import type { Closing } from "../../bootstrap/closing.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { step } from "../../bootstrap/report.mjs";
import { collectFindings, type Findings } from "../findings.ts";
import { startLoad } from "../load/start-load.ts";
import { seconds } from "../page.ts";
import { choosePorts } from "../ports.ts";
import {
  prepareRehearsal,
  type RehearsalOptions,
  readWriteOption,
  reportFigures,
} from "../prepare.ts";
import { makeAdministrator } from "../service/make-administrator.ts";
import { makePartners } from "../service/make-partners.ts";
import { readWallets } from "../verify/read-books.ts";
import { checkAll, checkRefusals, checkRouting } from "./checks.ts";
import { PORTS, type Ports, urlOf } from "./configuration.ts";
import { checkConnectionLimit } from "./connection-limit.ts";
import { FAULTS, type Faulty, rehearseFault } from "./faults.ts";
import { type FaultFigures, type FaultName, missedGoals, observe } from "./figures.ts";
import { makeMoney, type PeopledCell } from "./money.ts";
import { renderFigures } from "./render-figures.ts";
import { type RunningCell, startCells } from "./start-cells.ts";

const CARDS_EACH = 4;
/** New processes are slower at first. */
const WARM_UP_MS = 15_000;
const ALONE_MS = 20_000;
const PAGE = "docs/scaling.md";

type Pair = readonly [PeopledCell, PeopledCell];

/**
 * Runs two cells behind one router under load, breaks the database of one of them again and again, and checks that the
 * other one does not notice and that all books and treasuries add up.
 *
 * @returns the exit code: 1 when a goal was missed
 */
export async function runRehearsal({ args, folder, closing }: RehearsalOptions): Promise<number> {
  const isWritten = readWriteOption(args);
  const prepared = await prepareRehearsal({ folder, closing }, ["postgresql-17", "haproxy"]);
  const { base, logs, data, machine } = prepared;
  const ports = await choosePorts(PORTS);
  const running = await startCells({ base, data, logs, ports, closing });
  const [a, b] = await step("partners", async () => {
    // One after the other: the faucet that pays their deposits is one account.
    const peopled: PeopledCell[] = [];
    for (const cell of running) peopled.push(await addPeople(cell));
    return peopled;
  });
  if (a === undefined || b === undefined) throw new Error("There are fewer than two cells.");
  const findings = collectFindings();
  const seen = await rehearse([a, b], { ports, data, findings, closing });
  const figures = { ...seen, findings: findings.all, machine, at: new Date() };
  return reportFigures({
    text: renderFigures(figures),
    page: isWritten ? PAGE : undefined,
    logs,
    isReached: missedGoals(figures).length === 0,
  });
}

/** An administrator and a partner with money and cards, made at the host name of the cell. */
async function addPeople(cell: RunningCell): Promise<PeopledCell> {
  const { name, baseUrl, settings } = cell;
  const administrator = await makeAdministrator({ baseUrl, settings: settings.web, name: "Ada" });
  const how = { names: [`partner-${name}`], cardsEach: CARDS_EACH };
  const [partner] = await makePartners(baseUrl, administrator, how);
  if (partner === undefined) throw new Error("There is no partner.");
  return { ...cell, administrator, partner };
}

interface Around {
  ports: Ports;
  data: string;
  findings: Findings;
  closing: Closing;
}

/** Runs all faults under load, and then checks everything that must be true. */
async function rehearse(pair: Pair, { ports, data, findings, closing }: Around) {
  const [a, b] = pair;
  const apiUrl = urlOf("api", ports);
  const money = makeMoney(
    apiUrl,
    pair.map(({ partner }) => partner),
  );
  await checkRouting(pair, apiUrl, findings);
  await checkRefusals(pair, apiUrl, ports, findings);
  const before = await Promise.all(
    pair.map(({ ownerUrl, partner }) => readWallets(ownerUrl, [partner.partnerId])),
  );
  const { loads, alone } = await startLoads(pair, apiUrl, closing);
  const faulty: Faulty = { postgres: a.postgres, loads };
  let paidToA: string | undefined;
  const faults = await runFaults(faulty, () =>
    findings.check(
      "while the database of `a` is away, `b` credits a deposit and pays a withdrawal to a partner of `a`",
      async () => {
        const startedMs = performance.now();
        await money.deposit(b);
        const creditedMs = performance.now();
        paidToA = await money.payTo(b, a);
        const paidMs = performance.now();
        return `credited after ${seconds(creditedMs - startedMs)} s, paid after ${seconds(paidMs - creditedMs)} s`;
      },
    ),
  );
  await step("last answers", () => Promise.all([loads.own.stop(), loads.other.stop()]));
  const known = [
    { cell: a, log: loads.own.log, before: before[0] ?? new Map() },
    { cell: b, log: loads.other.log, before: before[1] ?? new Map() },
  ];
  await checkConnectionLimit(pair, apiUrl, findings);
  await findings.check("that withdrawal is a deposit in `a`", async () => {
    if (paidToA === undefined) throw new Error("it was not paid");
    await money.untilReceived(a, paidToA);
    return "credited";
  });
  await findings.check("`a` pays a withdrawal", async () => {
    await money.payOut(a);
    return "completed";
  });
  await checkAll(known, money, data, findings);
  return { alone, faults };
}

/**
 * Starts the load of both cells at the one address of the API, where their keys say where they belong: first that of the cell
 * that stays sound, which is observed while the other one has none.
 */
async function startLoads([a, b]: Pair, apiUrl: string, closing: Closing) {
  const start = (cell: PeopledCell) => {
    const load = startLoad(apiUrl, [cell.partner]);
    closing.add(`The load of ${cell.name}`, () => load.cut().catch(() => undefined));
    return load;
  };
  const other = start(b);
  await step("load of b", () => Promise.race([sleep(WARM_UP_MS), other.broken]));
  const fromMs = performance.now();
  await step("b alone", () => Promise.race([sleep(ALONE_MS), other.broken]));
  const alone = observe(other.log.attempts, fromMs, performance.now());
  const own = start(a);
  await step("load of a", () => Promise.race([sleep(WARM_UP_MS), own.broken, other.broken]));
  return { loads: { own, other }, alone };
}

/** Runs each fault as often as it is wanted. Something more happens during the first one. */
async function runFaults(faulty: Faulty, meanwhile: () => Promise<void>): Promise<FaultFigures[]> {
  const figures: FaultFigures[] = [];
  const runs = (Object.entries(FAULTS) as [FaultName, number][]).flatMap(([name, times]) =>
    Array.from({ length: times }, (_, index) => ({
      name,
      title: `${name} ${index + 1} of ${times}`,
    })),
  );
  for (const { name, title } of runs)
    await step(title, async (note) => {
      const work = figures.length === 0 ? meanwhile : undefined;
      const found = await rehearseFault(name, faulty, work);
      figures.push(found);
      const { before, during } = found.other;
      note(
        `b p95 ${before.p95Ms.toFixed(0)} → ${during.p95Ms.toFixed(0)} ms, ${Object.keys(during.failures).length} kinds of failures; a after ${seconds(found.recoveredAfterMs)} s`,
      );
    });
  return figures;
}
