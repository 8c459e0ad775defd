import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The parts of the service that `npm start` runs as separate processes, by the pattern of their command line. */
const PARTS = {
  // Does not match its sessions, which set their title to "postgres: …" as soon as they run.
  postgres: /\/postgres -D /,
  // Matches its title once it runs.
  server: /partner-wallet-server|server\/main\.ts/,
  // The chain that has the demo's money.
  chain: /\/anvil\S* .*--chain-id 84532/,
};
export type Part = keyof typeof PARTS;

/** Returns the id of a part's process among the descendants of `npm start`, or undefined if there is none. */
export async function pidOf(part: Part, starter: number): Promise<number | undefined> {
  const all = await processes();
  const isBelow = ({ parent }: Process): boolean => {
    if (parent === starter) return true;
    const above = all.get(parent);
    return above !== undefined && isBelow(above);
  };
  const isPart = ({ command }: Process) => PARTS[part].test(command);
  // A session that was just forked still has its parent's command line.
  const isFirst = (each: Process) => {
    const above = all.get(each.parent);
    return above === undefined || !isPart(above);
  };
  return [...all.values()].find((each) => isPart(each) && isFirst(each) && isBelow(each))?.pid;
}

async function processes(): Promise<Map<number, Process>> {
  const found = await (process.platform === "linux" ? fromProc() : fromPs());
  return new Map(found.map((each) => [each.pid, each]));
}

/** Reads /proc, because not every Linux has `ps`. */
async function fromProc(): Promise<Process[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(ids.map(readProcess));
  return found.filter((each) => each !== undefined);
}

async function readProcess(id: string): Promise<Process | undefined> {
  try {
    const stat = await readFile(`/proc/${id}/stat`, "utf8");
    const command = (await readFile(`/proc/${id}/cmdline`, "utf8")).replaceAll("\0", " ");
    // The program's name is in parentheses and may contain spaces; the state and the parent's id follow.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(id), parent: Number(parent), command };
  } catch {
    return undefined; // The process has ended meanwhile.
  }
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,command="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
