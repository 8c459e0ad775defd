import { perProcess } from "./per-process.ts";

type Task = () => Promise<unknown>;

const MAX_WAIT_MS = 3_000;
const tasks = perProcess("beforeExit", () => new Set<Task>());

/** Registers work that the server finishes after its last response and before its process exits. */
export function beforeExit(task: Task): void {
  tasks.add(task);
}

/** Runs the registered work. Resolves when all of it has ended, successfully or not, at the latest after `maxWaitMs`. */
export async function finishBeforeExit(maxWaitMs = MAX_WAIT_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([Promise.allSettled([...tasks].map((task) => task())), timeout]);
  clearTimeout(timer);
}
