import { perProcess } from "./per-process.ts";
import { withDeadline } from "./with-deadline.ts";

type Task = () => Promise<unknown>;

const MAX_WAIT_MS = 3_000;
const tasks = perProcess("beforeExit", () => ({ work: new Set<Task>(), last: new Set<Task>() }));

/**
 * Registers work that the server finishes after its last response and before its process exits. With `isLast` it begins when the
 * other work, which may still use what it ends, has ended or used up half of the time.
 */
export function beforeExit(task: Task, { isLast = false } = {}): void {
  (isLast ? tasks.last : tasks.work).add(task);
}

const runAll = (set: ReadonlySet<Task>) => Promise.allSettled([...set].map((task) => task()));

/** Runs the registered work. Resolves when all of it has ended, successfully or not, at the latest after `maxWaitMs`. */
export async function finishBeforeExit(maxWaitMs = MAX_WAIT_MS): Promise<void> {
  const work = runAll(tasks.work);
  await withDeadline(work, maxWaitMs / 2, () => undefined);
  await withDeadline(Promise.all([work, runAll(tasks.last)]), maxWaitMs / 2, () => undefined);
}
