import { readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { InDebian } from "../../debian/enter.ts";
import { runInDebian } from "../../debian/run-in-debian.ts";
import { HOST } from "../../ports.ts";
import type { Credentials } from "./https.ts";
import { ADDRESSES, NODES, PRIMARY, SERVICE_HOST } from "./places.ts";

const SCRIPT = "/srv/make-certificates.sh";
const AUTHORITY = "/srv/authority";
const STRANGER = "/srv/stranger";
const OWNER = "postgres";

/** Where the programs on a host find its certificate. */
export const tlsFolderOf = (host: string) => `/srv/tls/${host}`;

/**
 * The hosts with the arguments of the script that makes their certificates. etcd compares the address from which another member
 * calls with the names of its certificate; on one machine that is HOST for all.
 */
const HOSTS: Record<string, string[]> = {
  ...Object.fromEntries(
    NODES.map((node) => [node, ["database", AUTHORITY, node, ADDRESSES[node], PRIMARY, HOST]]),
  ),
  [SERVICE_HOST]: ["service", AUTHORITY, SERVICE_HOST, HOST],
};

export type Certificates = Awaited<ReturnType<typeof makeCertificates>>;

/**
 * Makes the authority, a certificate for each host and an authority that nobody trusts, and installs them, by the script of
 * ops/high-availability.
 *
 * @param place the Debian base with the folder of the cluster, which has the script
 */
export async function makeCertificates(place: InDebian & { work: string }) {
  const run = (...args: string[]) =>
    runInDebian({ ...place, user: "root" }, ["sh", SCRIPT, ...args]);
  const makeHost = async (host: string, args: readonly string[]) => {
    await run(...args);
    await run("install", `${AUTHORITY}/${host}`, OWNER, tlsFolderOf(host));
  };
  for (const authority of [AUTHORITY, STRANGER]) await run("authority", authority);
  for (const [host, args] of Object.entries(HOSTS)) await makeHost(host, args);
  await run("database", STRANGER, "n1", ADDRESSES.n1, PRIMARY);
  await run("install", `${STRANGER}/n1`, OWNER, tlsFolderOf("stranger"));
  const fileOf = (path: string) => join(place.work, path);
  const read = (path: string) => readFileSync(fileOf(path), "utf8");
  const credentialsOf = (host: string): Required<Credentials> => ({
    ca: read("authority/authority.crt"),
    cert: read(`tls/${host}/host.crt`),
    key: read(`tls/${host}/host.key`),
  });
  return {
    /** What the service verifies PgBouncer and PostgreSQL by, as a file of this machine. */
    authorityFile: fileOf(`tls/${SERVICE_HOST}/authority.crt`),
    /** What a host shows of itself. */
    credentialsOf,
    /** Another authority, and a certificate of it with the names of n1. */
    stranger: {
      authorityFile: fileOf("tls/stranger/authority.crt"),
      folder: tlsFolderOf("stranger"),
      ca: read("tls/stranger/authority.crt"),
      cert: read("tls/stranger/host.crt"),
      key: read("tls/stranger/host.key"),
    },
    /** Makes a new certificate for each host, as docs/high-availability.md says, and installs it. */
    async renew() {
      for (const [host, args] of Object.entries(HOSTS)) {
        await rename(fileOf(`authority/${host}`), fileOf(`authority/${host}.old`));
        await makeHost(host, args);
      }
    },
  };
}
