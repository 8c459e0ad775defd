import { chown, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillTemplate, readTemplate } from "../../fill-template.ts";
import type { Passwords } from "../../passwords.ts";
import { HOST } from "../../ports.ts";
import type { Ports } from "./ports.ts";
import type { ClusterSecrets } from "./secrets.ts";

export const NODES = ["n1", "n2", "n3"] as const;
export type NodeName = (typeof NODES)[number];

const PATRONI_PORT = { n1: "n1Patroni", n2: "n2Patroni", n3: "n3Patroni" } as const;
const address = (port: number) => `${HOST}:${port}`;

/** The address at which a node's Patroni answers. */
export const patroniUrl = (node: NodeName, ports: Ports) =>
  `http://${address(ports[PATRONI_PORT[node]])}`;

/** The configuration of every program of the cluster, by the file's name, from the templates of ops/high-availability. */
export function configurationFiles(
  ports: Ports,
  passwords: Passwords,
  secrets: ClusterSecrets,
): Map<string, string> {
  const patroni = NODES.map((node) => {
    const values = {
      ...patroniValues(node, ports),
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: secrets.replication,
      REWIND_PASSWORD: secrets.rewind,
      REST_PASSWORD: secrets.rest,
      ETCD_PASSWORD: secrets.etcd,
    };
    return [
      `${node}/patroni.yml`,
      fillTemplate(readTemplate("high-availability/patroni.yml"), values),
    ] as const;
  });
  const pgbouncer = {
    PRIMARY_HOST: HOST,
    PRIMARY_PORT: ports.primary,
    PGBOUNCER_HOST: HOST,
    PGBOUNCER_PORT: ports.pgbouncer,
    USERS_FILE: "/srv/users.txt",
  };
  return new Map([
    ...patroni,
    [
      "haproxy.cfg",
      fillTemplate(readTemplate("high-availability/haproxy.cfg"), haproxyValues(ports)),
    ],
    ["pgbouncer.ini", fillTemplate(readTemplate("high-availability/pgbouncer.ini"), pgbouncer)],
    [
      "users.txt",
      `"partner_wallet_app" "${passwords.app}"\n"pooler_admin" "${secrets.poolerAdmin}"\n`,
    ],
    ["protect-etcd.sh", readTemplate("high-availability/protect-etcd.sh")],
  ]);
}

/**
 * Writes the configuration of all programs of the cluster into a folder, with the folders of their data. The programs see the
 * folder as /srv, and own it.
 */
export async function writeConfiguration(
  folder: string,
  base: string,
  ports: Ports,
  passwords: Passwords,
  secrets: ClusterSecrets,
): Promise<void> {
  const { uid, gid } = await stat(join(base, "var/lib/postgresql"));
  await chown(folder, uid, gid);
  for (const name of ["etcd", ...NODES.flatMap((node) => [node, `${node}/run`])]) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
    await chown(join(folder, name), uid, gid);
  }
  for (const [name, text] of configurationFiles(ports, passwords, secrets)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await chown(join(folder, name), uid, gid);
  }
}

function patroniValues(node: NodeName, ports: Ports) {
  return {
    NODE: node,
    NODE_ADDRESS: HOST,
    PATRONI_PORT: ports[PATRONI_PORT[node]],
    POSTGRES_PORT: ports[node],
    ETCD_HOSTS: address(ports.etcd),
    SHARED_BUFFERS: "128MB",
    DATA_FOLDER: `/srv/${node}/data`,
    RUN_FOLDER: `/srv/${node}/run`,
    NETWORK: `${HOST}/32`,
  };
}

function haproxyValues(ports: Ports) {
  const nodes = NODES.flatMap((node) => {
    const name = node.toUpperCase();
    return [
      [name, address(ports[node])],
      [`${name}_ADDRESS`, HOST],
      [`${name}_PATRONI_PORT`, ports[PATRONI_PORT[node]]],
    ] as const;
  });
  return {
    ...Object.fromEntries(nodes),
    DATABASE_BIND: address(ports.primary),
    WEB_BIND: address(ports.web),
    WEB_A: address(ports.webA),
    WEB_B: address(ports.webB),
  };
}
