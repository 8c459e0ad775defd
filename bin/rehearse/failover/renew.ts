import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, TLSSocket } from "node:tls";
import pg from "pg";
import { sleep } from "../../bootstrap/process-info.mjs";
import { databaseUrl } from "../database-url.ts";
import { requireSame } from "../findings.ts";
import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import {
  ADDRESSES,
  etcdPeerUrl,
  etcdUrl,
  NODES,
  patroniUrl,
  SERVICE_HOST,
} from "./cluster/places.ts";
import { patronictl, RELOAD_MS } from "./patroni.ts";

/** A door with a certificate: the host that it must be of, and what reads the serial number that it shows. */
type Door = [name: string, host: string, serial: () => Promise<string>];

/**
 * Renews the certificates of all hosts as docs/high-availability.md says, and checks that each program shows the new one.
 *
 * @returns what is worth knowing beside what the callers see
 */
export async function renewCertificates(cluster: Cluster): Promise<string[]> {
  const before = await serialsOf(cluster);
  await cluster.certificates.renew();
  await reloadCertificates(cluster);
  const after = await requireInstalled(cluster);
  for (const [name, { shown }] of after)
    if (before.get(name)?.shown === shown) throw new Error(`${name} shows the old certificate`);
  return [`${after.size} ports show the new certificates`];
}

/** Lets Patroni, PostgreSQL and PgBouncer read their certificates. etcd does so at each new connection. */
export async function reloadCertificates(cluster: Cluster): Promise<void> {
  await patronictl(cluster, "reload", "--force");
  await askDatabase(cluster.poolerAdminUrl(), "RELOAD");
  await sleep(RELOAD_MS);
}

/** Requires that each port shows the certificate that its host has in its folder. Returns what they show. */
export async function requireInstalled(cluster: Cluster) {
  const serials = await serialsOf(cluster);
  for (const [name, { shown, installed }] of serials)
    requireSame(`the certificate of ${name}`, shown, installed);
  return serials;
}

async function serialsOf(cluster: Cluster) {
  const serials = new Map<string, { shown: string; installed: string }>();
  for (const [name, host, serial] of doorsOf(cluster)) {
    const file = readFileSync(join(cluster.inBase.work, "tls", host, "host.crt"));
    const installed = new X509Certificate(file).serialNumber;
    serials.set(name, { shown: await serial(), installed });
  }
  return serials;
}

function doorsOf(cluster: Cluster): Door[] {
  const { ports, certificates, passwords } = cluster;
  const { authorityFile } = certificates;
  const login = { user: "partner_wallet_app", password: passwords.app, authorityFile };
  const nodes = NODES.flatMap((node): Door[] => {
    const postgres = databaseUrl({ ...login, host: ADDRESSES[node], port: ports[node] });
    return [
      [`PostgreSQL of ${node}`, node, () => serialOfDatabase(postgres)],
      ...[patroniUrl, etcdUrl, etcdPeerUrl].map((door): Door => {
        const url = door(node, ports);
        return [url, node, () => serialOfServer(cluster, url)];
      }),
    ];
  });
  const pgbouncer = databaseUrl({ ...login, port: ports.pgbouncer });
  return [...nodes, ["PgBouncer", SERVICE_HOST, () => serialOfDatabase(pgbouncer)]];
}

function serialOf(socket: unknown): string {
  if (!(socket instanceof TLSSocket)) throw new Error("The connection has no TLS.");
  return socket.getPeerCertificate().serialNumber;
}

async function serialOfDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const serial = serialOf(client.connection.stream);
  await client.end();
  return serial;
}

function serialOfServer({ certificates }: Cluster, url: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { ...certificates.credentialsOf("n1"), host, port: Number(port) };
    const socket = connect(options, () => {
      resolve(serialOf(socket));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}
