import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillTemplate, readTemplate } from "../../fill-template.ts";
import type { Passwords } from "../../passwords.ts";
import { HOST } from "../../ports.ts";
import { binFolderOf, CURRENT_POSTGRES, type PostgresVersion } from "../../postgres/versions.ts";
import { tlsFolderOf } from "./certificates.ts";
import {
  ADDRESSES,
  dataFolderOf,
  etcdPeerUrl,
  NETWORK,
  NODES,
  type NodeName,
  PATRONI_PORT,
  PRIMARY,
  PRIMARY_ADDRESS,
  SERVICE_HOST,
} from "./places.ts";
import type { Ports } from "./ports.ts";
import type { ClusterSecrets } from "./secrets.ts";

/**
 * The configuration of every program of the cluster, by the file's name, from the templates of ops/high-availability.
 *
 * @param version the major version of PostgreSQL
 */
export function configurationFiles(
  ports: Ports,
  passwords: Passwords,
  secrets: ClusterSecrets,
  version: PostgresVersion = CURRENT_POSTGRES,
): Map<string, string> {
  const patroni = readTemplate("high-availability/patroni.yml");
  const etcd = readTemplate("high-availability/etcd.yml");
  const nodes = NODES.flatMap((node) => {
    const values = {
      ...patroniValues(node, ports),
      DATA_FOLDER: dataFolderOf(node, version),
      BIN_FOLDER: binFolderOf(version),
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: secrets.replication,
      REWIND_PASSWORD: secrets.rewind,
      REST_PASSWORD: secrets.rest,
      ETCD_PASSWORD: secrets.etcd,
    };
    return [
      [`${node}/patroni.yml`, fillTemplate(patroni, values)],
      [`${node}/etcd.yml`, fillTemplate(etcd, etcdValues(node, ports))],
    ] as const;
  });
  const filled = (name: "haproxy.cfg" | "pgbouncer.ini", values: Record<string, string | number>) =>
    [name, fillTemplate(readTemplate(`high-availability/${name}`), values)] as const;
  return new Map([
    ...nodes,
    filled("haproxy.cfg", haproxyValues(ports)),
    filled("pgbouncer.ini", pgbouncerValues(ports)),
    [
      "users.txt",
      `"partner_wallet_app" "${passwords.app}"\n"pooler_admin" "${secrets.poolerAdmin}"\n`,
    ],
    ["protect-etcd.sh", readTemplate("high-availability/protect-etcd.sh")],
    ["make-certificates.sh", readTemplate("high-availability/make-certificates.sh")],
  ]);
}

/**
 * Writes the configuration of all programs of the cluster into a folder, with the folders of their data. The programs see the
 * folder as /srv, and own it.
 */
export async function writeConfiguration(
  folder: string,
  base: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const { uid, gid } = await stat(join(base, "var/lib/postgresql"));
  await chown(folder, uid, gid);
  for (const name of NODES.flatMap((node) => [node, `${node}/run`, `${node}/etcd`])) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    await chown(join(folder, name), uid, gid);
  }
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await chown(join(folder, name), uid, gid);
  }
}

function patroniValues(node: NodeName, ports: Ports) {
  return {
    NODE: node,
    NODE_ADDRESS: ADDRESSES[node],
    PATRONI_PORT: ports[PATRONI_PORT[node]],
    POSTGRES_PORT: ports[node],
    ETCD_HOSTS: NODES.map((each) => `${ADDRESSES[each]}:${ports.etcd}`).join(","),
    SHARED_BUFFERS: "128MB",
    RUN_FOLDER: `/srv/${node}/run`,
    TLS_FOLDER: tlsFolderOf(node),
    NETWORK,
  };
}

function etcdValues(node: NodeName, ports: Ports) {
  return {
    NODE: node,
    NODE_ADDRESS: ADDRESSES[node],
    ETCD_PORT: ports.etcd,
    ETCD_PEER_PORT: ports.etcdPeer,
    ETCD_FOLDER: `/srv/${node}/etcd`,
    ETCD_MEMBERS: NODES.map((each) => `${each}=${etcdPeerUrl(each, ports)}`).join(","),
    TLS_FOLDER: tlsFolderOf(node),
  };
}

function pgbouncerValues(ports: Ports) {
  return {
    PRIMARY_HOST: PRIMARY,
    PRIMARY_PORT: ports.primary,
    PGBOUNCER_HOST: HOST,
    PGBOUNCER_PORT: ports.pgbouncer,
    USERS_FILE: "/srv/users.txt",
    TLS_FOLDER: tlsFolderOf(SERVICE_HOST),
  };
}

function haproxyValues(ports: Ports) {
  const nodes = NODES.flatMap((node) => {
    const name = node.toUpperCase();
    return [
      [name, `${ADDRESSES[node]}:${ports[node]}`],
      [`${name}_ADDRESS`, ADDRESSES[node]],
      [`${name}_PATRONI_PORT`, ports[PATRONI_PORT[node]]],
    ] as const;
  });
  const address = (port: number) => `${HOST}:${port}`;
  return {
    ...Object.fromEntries(nodes),
    TLS_FOLDER: tlsFolderOf(SERVICE_HOST),
    DATABASE_BIND: `${PRIMARY_ADDRESS}:${ports.primary}`,
    WEB_BIND: address(ports.web),
    WEB_A: address(ports.webA),
    WEB_B: address(ports.webB),
  };
}
