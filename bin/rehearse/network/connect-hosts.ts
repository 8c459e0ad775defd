import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Closing } from "../../bootstrap/closing.mjs";
import { run } from "../../bootstrap/run.mjs";
import { cardOf, hostsFile } from "./hosts-file.ts";

const BRIDGE = "hosts";
const CARD = "eth0";
/** The address of a card that no host has. */
const NOBODY = "02:00:00:00:00:00";
/** Of this process, which is the host with the bridge. */
const SWITCH_SCRIPT = `set -e
ip link set lo up
ip link add ${BRIDGE} address "$1" type bridge
ip address add "$2/24" dev ${BRIDGE}
ip link set ${BRIDGE} up
mount --bind "$3" /etc/hosts`;
/** $1: the port of the bridge, $2: a process in the namespace of the host, $3: the address of its card, $4: its own. */
const HOST_SCRIPT = `set -e
ip link add "$1" type veth peer name ${CARD} address "$3" netns "$2"
ip link set "$1" master ${BRIDGE} up
nsenter --net="/proc/$2/ns/net" sh -ec '
  ip link set lo up
  ip address add "$1/24" dev ${CARD}
  ip link set ${CARD} up' host "$4"`;

export interface Network<Name extends string> {
  /** The namespace of a host, as the file by which a program enters it. */
  namespaceOf: (name: Name) => string;
  /** From now on every packet to and from a host is lost, without a word to anybody. */
  cut: (name: Name) => Promise<void>;
  /** Ends `cut`. The host has gone on meanwhile, and so have its connections, as far as nobody gave them up. */
  reconnect: (name: Name) => Promise<void>;
  /** From now on every packet between a host and the other hosts is lost. Only this process's own host reaches it. */
  separate: (name: Name) => Promise<void>;
  /** Ends `separate`. */
  join: (name: Name) => Promise<void>;
  /** Puts a host that was cut back as one that was just started: it knows nothing of its former connections. */
  restore: (name: Name) => Promise<void>;
}

interface NetworkOptions<Name extends string> {
  /** Each host with its address. All are in one network of 24 bits. */
  hosts: Readonly<Record<Name, string>>;
  /** The address of this process's own host. */
  own: string;
  /** All names that the hosts know, with their addresses. */
  names: Readonly<Record<string, string>>;
  /** Where the host file is written. */
  hostsPath: string;
  closing: Closing;
}

/**
 * Makes a network with some hosts, each a network namespace of its own, and this process as another one. It must be in a network and a
 * mount namespace of its own (`runInOwnNetwork`), with which all of it ends.
 */
export async function connectHosts<Name extends string>(
  options: NetworkOptions<Name>,
): Promise<Network<Name>> {
  const { hosts, own, names, hostsPath, closing } = options;
  const all = [own, ...Object.values<string>(hosts)];
  const holders = new Map<Name, ChildProcess>();
  const pidOf = (name: Name) => String(holders.get(name)?.pid);
  const inHost = (name: Name, ...command: string[]) =>
    must("nsenter", [`--net=/proc/${pidOf(name)}/ns/net`, ...command]);
  const start = async (name: Name) => {
    const holder = await holdNamespace();
    holders.set(name, holder);
    closing.add(`The network of ${name}`, () => void holder.kill("SIGKILL"));
    const address = hosts[name];
    const values = [name, String(holder.pid), cardOf(address), address];
    await must("sh", ["-c", HOST_SCRIPT, "host", ...values]);
    for (const other of all.filter((each) => each !== address))
      await inHost(name, ...neighbour(other, CARD));
  };
  /** Leads the packets between a host and each of the others to a card, the right one or that of nobody. */
  const lead = async (name: Name, cardFor: (address: string) => string) => {
    for (const other of (Object.keys(hosts) as Name[]).filter((each) => each !== name))
      for (const [from, to] of [[name, other] as const, [other, name] as const])
        await inHost(from, ...neighbour(hosts[to], CARD, cardFor(hosts[to])));
  };
  await writeFile(hostsPath, hostsFile(names), { mode: 0o644 });
  await must("sh", ["-c", SWITCH_SCRIPT, "switch", cardOf(own), own, hostsPath]);
  for (const name of Object.keys(hosts) as Name[]) {
    await start(name);
    await must("ip", neighbour(hosts[name], BRIDGE).slice(1));
  }
  return {
    namespaceOf: (name) => `/proc/${pidOf(name)}/ns/net`,
    cut: (name) => must("ip", ["link", "set", name, "nomaster", "down"]),
    reconnect: (name) => must("ip", ["link", "set", name, "master", BRIDGE, "up"]),
    separate: (name) => lead(name, () => NOBODY),
    join: (name) => lead(name, cardOf),
    async restore(name) {
      // First the port: it goes with the namespace, at some time after that one's last process.
      await must("ip", ["link", "delete", name]);
      holders.get(name)?.kill("SIGKILL");
      await start(name);
    },
  };
}

const neighbour = (address: string, device: string, card = cardOf(address)) => [
  ...["ip", "neighbour", "replace", address, "lladdr", card],
  ...["nud", "permanent", "dev", device],
];

/** Starts a process that does nothing in a network namespace of its own, which lasts as long as it. */
async function holdNamespace(): Promise<ChildProcess> {
  const sleeper = ["sh", "-c", "echo; exec sleep infinity"];
  const holder = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", "--net", ...sleeper], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  await once(holder.stdout, "data");
  return holder;
}

async function must(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}`);
}
