import pLimit from "p-limit";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { perform } from "./perform";
import { subjectsOf } from "./plan";
import type { Programme } from "./programme";
import type { Step } from "./steps";

/** Enough to fill the group commits of the ledger on two cores. */
const CONCURRENT = 24;

async function performAt(programme: Programme, step: Step): Promise<void> {
  try {
    await atSimulatedTime(new Date(step.atMs), () => perform(programme, step));
  } catch (error) {
    const when = new Date(step.atMs).toISOString();
    throw new Error(`${JSON.stringify(step)} at ${when} failed`, { cause: error });
  }
}

/**
 * Performs all steps of the plan, each at its time. The steps of one user, card or wallet run one after another in the
 * order of their times, so that the outcome does not depend on the machine; the others run side by side.
 */
export async function runHistory(programme: Programme): Promise<void> {
  const limit = pLimit(CONCURRENT);
  const last = new Map<string, Promise<void>>();
  const all = programme.plan.steps.map((step) => {
    const subjects = subjectsOf(step, programme.plan);
    const before = Promise.all(subjects.map((subject) => last.get(subject)));
    const done = before.then(() => limit(() => performAt(programme, step)));
    for (const subject of subjects) last.set(subject, done);
    return done;
  });
  await Promise.all(all);
}
