import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../../../bootstrap/closing.mjs";
import { databaseUrl, type Login } from "../../database-url.ts";
import { type DebianProgram, startInDebian } from "../../debian/start-in-debian.ts";
import type { Network } from "../../network/connect-hosts.ts";
import type { Passwords } from "../../passwords.ts";
import { CURRENT_POSTGRES, type PostgresVersion } from "../../postgres/versions.ts";
import { makeCertificates } from "./certificates.ts";
import { etcdLeaderOf } from "./etcd-leader.ts";
import { patroniOf } from "./members.ts";
import { withOpenEtcd } from "./open-etcd.ts";
import { etcdUrl, NODES, type NodeName, PRIMARY } from "./places.ts";
import { withPlainDatabase } from "./plain-database.ts";
import type { Ports } from "./ports.ts";
import { commandOf, etcdOf, nodeOf, type ProgramName } from "./programs.ts";
import { protectEtcd, untilEtcdAnswers } from "./protect-etcd.ts";
import { newClusterSecrets } from "./secrets.ts";
import { configurationFiles, writeConfiguration } from "./write-configuration.ts";

const USER = "postgres";

export interface ClusterOptions {
  base: string;
  folder: string;
  logs: string;
  ports: Ports;
  passwords: Passwords;
  /** Of which each node is a host, and this process the one of the service. */
  network: Network<NodeName>;
  closing: Closing;
  /** The Debian with PostgreSQL's next major version too, for a drill that upgrades to it. */
  nextBase: string | undefined;
  /** Starts etcd without TLS and logins, as in a cluster from before they were recommended. */
  isEtcdOpen: boolean;
  /** Starts PostgreSQL, PgBouncer and Patroni's API without TLS, for the same reason. */
  isDatabasePlain: boolean;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts three etcd, three PostgreSQL with Patroni, HAProxy and PgBouncer on the hosts of a network, and waits until there is a
 * primary with two standbys, one of which each commit waits for.
 */
export async function startCluster(options: ClusterOptions) {
  const { base, nextBase, folder, logs, ports, passwords, network, closing } = options;
  const { isEtcdOpen, isDatabasePlain } = options;
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const secrets = newClusterSecrets();
  const postgres: { version: PostgresVersion } = { version: CURRENT_POSTGRES };
  const files = () => configurationFiles(ports, passwords, secrets, postgres.version);
  const withEtcd = isEtcdOpen ? withOpenEtcd(files()) : files();
  await writeConfiguration(folder, base, isDatabasePlain ? withPlainDatabase(withEtcd) : withEtcd);
  const place = { base, work: folder, user: USER };
  const certificates = await makeCertificates(place);
  const credentials = () => certificates.credentialsOf("n1");
  const programs = startPrograms(place, { logs, network, closing });
  const plain = { database: isDatabasePlain, patroni: new Set(isDatabasePlain ? NODES : []) };
  const access = { credentials, password: () => secrets.rest, plain: plain.patroni };
  const patroni = patroniOf({ ports, logs, ...access });
  const authorityFile = () => (plain.database ? undefined : certificates.authorityFile);
  const loginUrl = (login: Login) => databaseUrl({ ...login, authorityFile: authorityFile() });
  const primary = { host: PRIMARY, port: ports.primary };
  const cluster = {
    ...programs,
    ...patroni,
    ...etcdLeaderOf({ ports, credentials }),
    ports,
    logs,
    /** Of PostgreSQL's roles, as they are now: a drill changes them. */
    passwords,
    secrets,
    certificates,
    /** Whether the database is reached without TLS, and which Patroni is: a drill turns it on. */
    plain,
    /** By what clients of the database verify it now. */
    authorityFile,
    /** A login at the database, with TLS once it is turned on. */
    loginUrl,
    /** By what clients reach the primary, whichever node that is. */
    primary,
    /** How etcd began: a drill makes it ask for TLS and logins. */
    isEtcdOpen,
    /** The major version that all nodes have, as it is now: a drill upgrades it. */
    postgres,
    /** The text of a file of the recommended configuration, with the passwords and the version as they are now. */
    recommended: (name: string) => files().get(name) ?? "",
    superuserUrl: (database: string) =>
      loginUrl({ user: "postgres", password: passwords.superuser, database, ...primary }),
    /** The console of PgBouncer. */
    poolerAdminUrl: () =>
      loginUrl({
        ...{ user: "pooler_admin", password: secrets.poolerAdmin, database: "pgbouncer" },
        port: ports.pgbouncer,
      }),
    /** Where the programs of the cluster run, and each that is started from now on. */
    inBase: place,
    nextBase,
  };
  programs.startEtcd();
  const url = etcdUrl("n1", ports);
  await untilEtcdAnswers(isEtcdOpen ? url.replace("https:", "http:") : url, credentials());
  if (!isEtcdOpen) await protectEtcd(place, url, secrets);
  for (const node of NODES) programs.start(node);
  programs.start("haproxy");
  programs.start("pgbouncer");
  await cluster.untilHealthy();
  return cluster;
}

function startPrograms(
  place: { base: string; work: string; user: string },
  { logs, network, closing }: Pick<ClusterOptions, "logs" | "network" | "closing">,
) {
  const running = new Map<ProgramName, DebianProgram>();
  const start = (name: ProgramName) => {
    // HAProxy itself becomes another user.
    const user = name === "haproxy" ? "root" : place.user;
    const node = nodeOf(name);
    const own = { ...place, user, ...(node && { network: network.namespaceOf(node) }) };
    const program = startInDebian(own, commandOf(name), join(logs, `${name}.log`));
    running.set(name, program);
    closing.add(name, () => program.destroy());
  };
  const programOf = (name: ProgramName) => {
    const program = running.get(name);
    if (program === undefined) throw new Error(`${name} was not started.`);
    return program;
  };
  const destroy = (name: ProgramName) => programOf(name).destroy();
  return {
    start,
    /** Asks a program to end, and waits for its end. */
    stop: (name: ProgramName) => programOf(name).stop(),
    /** Ends everything of a program or node at once. */
    destroy,
    /** Takes the power from a node: nobody hears of it from now on, not even the end of a connection. */
    async losePower(node: NodeName) {
      await network.cut(node);
      await Promise.all([destroy(node), destroy(etcdOf(node))]);
    },
    async restorePower(node: NodeName) {
      await network.restore(node);
      start(etcdOf(node));
      start(node);
    },
    /** Cuts a node off from all hosts, while everything on it goes on. */
    cutOff: (node: NodeName) => network.cut(node),
    reconnect: (node: NodeName) => network.reconnect(node),
    /** Cuts a node off from the other nodes, and so from etcd. The service and the pooler still reach it. */
    separate: (node: NodeName) => network.separate(node),
    join: (node: NodeName) => network.join(node),
    startEtcd: () => {
      for (const node of NODES) start(etcdOf(node));
    },
    /** Ends all members of etcd. */
    stopEtcd: () => Promise.all(NODES.map((node) => programOf(etcdOf(node)).stop())),
    processesOf: (name: ProgramName) => programOf(name).processes(),
    postgresOf: (node: NodeName) => postgresIn(programOf(node)),
    /** The first process of a node's PostgreSQL: the one that no other of them started. */
    postmasterOf(node: NodeName): number {
      const processes = postgresIn(programOf(node));
      const pids = new Set(processes.map(({ pid }) => pid));
      const [postmaster] = processes.filter(({ parent }) => !pids.has(parent));
      if (postmaster === undefined) throw new Error(`${node} has no postmaster.`);
      return postmaster.pid;
    },
  };
}

const postgresIn = (program: DebianProgram) =>
  program.processes().filter(({ name }) => name === "postgres");
