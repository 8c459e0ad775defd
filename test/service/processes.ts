import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** A part of the service that `npm start` runs as a process of its own, by how its command looks. */
const PARTS = {
  // Not its sessions, which call themselves "postgres: …" as soon as they run.
  postgres: /\/postgres -D /,
  // By its title once it runs.
  server: /partner-wallet-server|server\/main\.ts/,
  // The one on which the demo's money is.
  chain: /\/anvil\S* .*--chain-id 84532/,
};
export type Part = keyof typeof PARTS;

/** The process of a part below the one of `npm start`, while there is one. */
export async function pidOf(part: Part, starter: number): Promise<number | undefined> {
  const all = await processes();
  const isBelow = ({ parent }: Process): boolean => {
    if (parent === starter) return true;
    const above = all.get(parent);
    return above !== undefined && isBelow(above);
  };
  const isPart = ({ command }: Process) => PARTS[part].test(command);
  // A session that was only just forked still has the command of its parent.
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

/** Not every Linux has a `ps`. */
async function fromProc(): Promise<Process[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(ids.map(readProcess));
  return found.filter((each) => each !== undefined);
}

async function readProcess(id: string): Promise<Process | undefined> {
  try {
    const stat = await readFile(`/proc/${id}/stat`, "utf8");
    const command = (await readFile(`/proc/${id}/cmdline`, "utf8")).replaceAll("\0", " ");
    // The program's name stands in parentheses and may hold spaces; the state and the parent follow.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(id), parent: Number(parent), command };
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,command="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
