import { Fault } from "../../bootstrap/faults.mjs";

/** The drills in the order in which they are run, each with how often. */
export const DRILLS = {
  encrypt: { full: 1, quick: 0 },
  secure: { full: 1, quick: 0 },
  kill: { full: 5, quick: 1 },
  node: { full: 1, quick: 0 },
  power: { full: 3, quick: 0 },
  "power-etcd": { full: 2, quick: 0 },
  cut: { full: 1, quick: 0 },
  partition: { full: 2, quick: 0 },
  switchover: { full: 2, quick: 1 },
  standby: { full: 1, quick: 0 },
  etcd: { full: 1, quick: 0 },
  web: { full: 1, quick: 1 },
  worker: { full: 1, quick: 0 },
  rolling: { full: 1, quick: 1 },
  renew: { full: 1, quick: 1 },
  authority: { full: 1, quick: 0 },
  passwords: { full: 1, quick: 0 },
  major: { full: 1, quick: 0 },
} as const;

export type DrillName = keyof typeof DRILLS;

export interface Options {
  /** How often each drill is run; those that are not run are absent. */
  drills: Map<DrillName, number>;
  /** Whether the drills were named, by `--only`: then each of them is needed. */
  isChosen: boolean;
  /** Whether the figures replace those of docs/high-availability.md. */
  write: boolean;
}

const NAMES = Object.keys(DRILLS) as DrillName[];
const isDrill = (name: string): name is DrillName => name in DRILLS;

/**
 * Reads `--quick`, `--only kill,node` and `--write`.
 *
 * @throws Fault for anything else, and for figures of a part that would replace those of the whole.
 */
export function readOptions(args: readonly string[]): Options {
  const rest = [...args];
  let [isQuick, write, only]: [boolean, boolean, DrillName[] | undefined] = [
    false,
    false,
    undefined,
  ];
  while (rest.length > 0) {
    const [name = "", inline] = (rest.shift() ?? "").split("=");
    if (name === "--quick") isQuick = true;
    else if (name === "--write") write = true;
    else if (name === "--only") only = readNames(inline ?? rest.shift() ?? "");
    else
      throw new Fault(
        "settings",
        `${name}: the options are --quick, --only ${NAMES.join(",")} (some of them), and --write.`,
      );
  }
  if (write && (isQuick || only))
    throw new Fault("settings", "--write needs the whole rehearsal: without --quick and --only.");
  const times = (name: DrillName) => {
    const { full, quick } = DRILLS[name];
    // Who names a drill wants it, also in short.
    return isQuick ? Math.max(quick, only ? 1 : 0) : full;
  };
  const chosen = NAMES.filter((name) => only?.includes(name) ?? true);
  return {
    drills: new Map(
      chosen.map((name) => [name, times(name)] as const).filter(([, count]) => count > 0),
    ),
    isChosen: only !== undefined,
    write,
  };
}

function readNames(text: string): DrillName[] {
  const names = text.split(",");
  const unknown = names.filter((name) => !isDrill(name));
  if (unknown.length > 0)
    throw new Fault("settings", `--only ${text}: the drills are ${NAMES.join(", ")}.`);
  return names.filter(isDrill);
}
