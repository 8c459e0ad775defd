import { existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InDebian } from "../../debian/enter.ts";
import { runInDebian } from "../../debian/run-in-debian.ts";
import { HOST } from "../../ports.ts";
import type { Credentials } from "./https.ts";
import { ADDRESSES, type NodeName, PRIMARY, SERVICE_ADDRESS, SERVICE_HOST } from "./places.ts";

const SCRIPT = "/srv/make-certificates.sh";
const AUTHORITY = "authority";
const NEXT_AUTHORITY = "next-authority";
const STRANGER = "stranger";
const OWNER = "postgres";

/** Where the programs on a host find its certificate. */
export const tlsFolderOf = (host: string) => `/srv/tls/${host}`;

interface Host {
  /** Which certificate the script makes for it. */
  kind: "database" | "service";
  /** By what others reach it, beside its own name. */
  names: string[];
}

/** etcd compares the address from which another member calls with the names of its certificate. */
const databaseHost = (node: NodeName, ...more: string[]): Host => ({
  kind: "database",
  names: [ADDRESSES[node], PRIMARY, ...more],
});

const HOSTS: Record<NodeName | typeof SERVICE_HOST, Host> = {
  // The rehearsal looks at all ports from the host of the service, with the certificate of this node.
  n1: databaseHost("n1", SERVICE_ADDRESS),
  n2: databaseHost("n2"),
  n3: databaseHost("n3"),
  [SERVICE_HOST]: { kind: "service", names: [HOST] },
};

type Place = InDebian & { work: string };
type Tools = ReturnType<typeof toolsOf>;

/** What makes, installs and reads certificates in the folder of a cluster. */
function toolsOf(place: Place) {
  const fileOf = (path: string) => join(place.work, path);
  const run = (...args: string[]) =>
    runInDebian({ ...place, user: "root" }, ["sh", SCRIPT, ...args]);
  const install = (folder: string, target: string) =>
    run("install", `/srv/${folder}`, OWNER, tlsFolderOf(target));
  return {
    fileOf,
    read: (path: string) => readFileSync(fileOf(path), "utf8"),
    makeAuthority: (authority: string) => run("authority", `/srv/${authority}`),
    async makeStranger() {
      const { kind, names } = HOSTS.n1;
      await run(kind, `/srv/${STRANGER}`, "n1", ...names);
      await install(`${STRANGER}/n1`, "stranger");
    },
    /** Makes and installs a certificate of `authority` for each host. One that the folder has already is moved away. */
    async makeHosts(authority: string) {
      for (const [host, { kind, names }] of Object.entries(HOSTS)) {
        const folder = `${authority}/${host}`;
        if (existsSync(fileOf(folder)))
          await rename(fileOf(folder), fileOf(`${folder}.before-${Date.now()}`));
        await run(kind, `/srv/${authority}`, host, ...names);
        await install(folder, host);
      }
    },
  };
}

/** Lets all programs read what was installed; also the list of trusted authorities, if that is another one. */
export type Spread = (installed: { isTrustChanged: boolean }) => Promise<void>;

/**
 * Makes another authority, and then new certificates three times, as docs/high-availability.md says: of the old authority, with
 * trust in both; of the new one, with trust in both; of the new one alone. At the end the old one is the stranger.
 */
async function changeAuthority(tools: Tools, spread: Spread): Promise<void> {
  const { fileOf, read, makeAuthority, makeHosts, makeStranger } = tools;
  await makeAuthority(NEXT_AUTHORITY);
  const certificateOf = (authority: string) => read(`${authority}/authority.crt`);
  const [old, next] = [certificateOf(AUTHORITY), certificateOf(NEXT_AUTHORITY)];
  // The first certificate of the file is the one that signs; the hosts trust all of them.
  const trust = (authority: string, certificates: string[]) =>
    writeFile(fileOf(`${authority}/authority.crt`), certificates.join(""));
  await trust(AUTHORITY, [old, next]);
  await makeHosts(AUTHORITY);
  await spread({ isTrustChanged: true });
  await trust(NEXT_AUTHORITY, [next, old]);
  await makeHosts(NEXT_AUTHORITY);
  await spread({ isTrustChanged: false });
  await trust(NEXT_AUTHORITY, [next]);
  await makeHosts(NEXT_AUTHORITY);
  await spread({ isTrustChanged: true });
  await rename(fileOf(STRANGER), fileOf(`${STRANGER}.before`));
  await rename(fileOf(AUTHORITY), fileOf(STRANGER));
  await rename(fileOf(NEXT_AUTHORITY), fileOf(AUTHORITY));
  await trust(STRANGER, [old]);
  await rename(fileOf(`${STRANGER}/n1`), fileOf(`${STRANGER}/n1.before`));
  await makeStranger();
}

export type Certificates = Awaited<ReturnType<typeof makeCertificates>>;

/**
 * Makes the authority, a certificate for each host and an authority that nobody trusts, and installs them, by the script of
 * ops/high-availability.
 *
 * @param place the Debian base with the folder of the cluster, which has the script
 */
export async function makeCertificates(place: Place) {
  const tools = toolsOf(place);
  const { fileOf, read, makeAuthority, makeHosts, makeStranger } = tools;
  for (const authority of [AUTHORITY, STRANGER]) await makeAuthority(authority);
  await makeHosts(AUTHORITY);
  await makeStranger();
  const credentialsOf = (host: string): Required<Credentials> => ({
    ca: read(`tls/${host}/authority.crt`),
    cert: read(`tls/${host}/host.crt`),
    key: read(`tls/${host}/host.key`),
  });
  return {
    /** What the service verifies PgBouncer and PostgreSQL by, as a file of this machine. */
    authorityFile: fileOf(`tls/${SERVICE_HOST}/authority.crt`),
    /** What a host shows of itself, and whom it trusts. */
    credentialsOf,
    /** An authority that nobody trusts, or no longer, and a certificate of it with the names of n1. */
    stranger: () => ({
      ...credentialsOf("stranger"),
      authorityFile: fileOf("tls/stranger/authority.crt"),
      folder: tlsFolderOf("stranger"),
    }),
    /** Makes a new certificate for each host, as docs/high-availability.md says, and installs it. */
    renew: () => makeHosts(AUTHORITY),
    changeAuthority: (spread: Spread) => changeAuthority(tools, spread),
  };
}
