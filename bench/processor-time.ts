import { readdir, readFile } from "node:fs/promises";

/** The kernel gives times in ticks of this length to programs, whatever its own clock is. */
const CLOCK_TICK_US = 10_000;

interface ProcessTimes {
  parentPid: string;
  ownUs: number;
  /** Of the children that have ended, and of theirs. */
  endedChildrenUs: number;
}

/** What Linux says of a process; undefined where there is no /proc, and for a process that has ended. */
async function timesOf(pid: string): Promise<ProcessTimes | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The program's name may have spaces and brackets. The third field comes after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (one: number, other: number) => Number(fields[one - 3]) + Number(fields[other - 3]);
  return {
    parentPid: fields[4 - 3] ?? "",
    ownUs: ticks(14, 15) * CLOCK_TICK_US,
    endedChildrenUs: ticks(16, 17) * CLOCK_TICK_US,
  };
}

/** The processor time that a process has had; undefined where there is no /proc. */
export const processorUs = async (pid: string | undefined): Promise<number | undefined> =>
  pid === undefined ? undefined : (await timesOf(pid))?.ownUs;

/** The processor time that a process and its children have had, also those that have ended; undefined where there is no /proc. */
export async function processorUsWithChildren(
  pid: string | undefined,
): Promise<number | undefined> {
  const first = pid === undefined ? undefined : await timesOf(pid);
  if (first === undefined) return undefined;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(timesOf));
  const children = all.filter((times) => times?.parentPid === pid);
  const last = await timesOf(pid ?? "");
  // A child that ended meanwhile would count twice or not at all.
  if (last?.endedChildrenUs !== first.endedChildrenUs) return processorUsWithChildren(pid);
  return children.reduce(
    (sum, times) => sum + (times?.ownUs ?? 0),
    first.ownUs + first.endedChildrenUs,
  );
}
