import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process as this machine sees it, whatever namespace it is in. */
export interface SeenProcess {
  pid: number;
  parent: number;
  /** The program's name, 15 characters at most. */
  name: string;
  /** The process namespace. */
  namespace: string;
}

/** All processes of this machine that can be seen. One that ends meanwhile is left out. */
export function seeProcesses(): SeenProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        // The name stands in parentheses and may hold spaces.
        const [, parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
            namespace: readlinkSync(`/proc/${name}/ns/pid`),
          },
        ];
      } catch {
        return []; // It has ended.
      }
    });
}

/** A process and everything that it started, itself first. */
export function treeOf(root: number, all: readonly SeenProcess[]): SeenProcess[] {
  const own = all.filter(({ pid }) => pid === root);
  const children = all.filter(({ parent }) => parent === root);
  return [...own, ...children.flatMap(({ pid }) => treeOf(pid, all))];
}
