import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { step } from "../../bootstrap/report.mjs";
import { giveGas } from "../../chains/prepare-chain.ts";
import { startInDebian } from "../debian/start-in-debian.ts";
import { newPasswords, type Passwords } from "../passwords.ts";
import {
  makePostgres,
  POSTGRES_FOLDERS,
  type Postgres,
  postgresFiles,
} from "../postgres/make-postgres.ts";
import { until } from "../service/api.ts";
import { prepareDatabase } from "../service/prepare-database.ts";
import { relayerOf } from "../service/read-chain.ts";
import { serveProcess } from "../service/serve-process.ts";
import { makeSettings, type Settings } from "../service/settings.ts";
import { startChain } from "../service/start-chain.ts";
import { CELLS, type CellName, type Ports, routerFiles, urlOf } from "./configuration.ts";

/** As in ops/high-availability/patroni.yml: after a crash PostgreSQL otherwise synchronises each of its files. */
const SETTINGS = ["recovery_init_sync_method = syncfs"];

/** A PostgreSQL with a web process and a worker on it. */
export interface RunningCell {
  name: CellName;
  postgres: Postgres;
  /** By its host name, through the router. */
  baseUrl: string;
  ownerUrl: string;
  /** With those of the chain, which all cells share. */
  settings: { web: Settings; worker: Settings };
}

interface Places {
  base: string;
  data: string;
  logs: string;
  ports: Ports;
  closing: Closing;
}

/** The settings of a cell: secrets and keys of its own, and the address by which the router knows it. */
function settingsOf(name: CellName, ports: Ports, passwords: Passwords) {
  const baseUrl = urlOf(name, ports);
  const [web, postgres] = [ports[`${name}Web`], ports[`${name}Postgres`]];
  return makeSettings({
    ports: { web, pooled: postgres, direct: postgres },
    passwords,
    more: { CELL: name, BASE_URL: baseUrl, NEXTAUTH_URL: baseUrl, TRUSTED_PROXY_HOPS: "1" },
  });
}

/** Starts the local chain, the router, and both cells behind it. */
export async function startCells(places: Places): Promise<RunningCell[]> {
  const { data, logs, ports, closing } = places;
  const made = CELLS.map((name) => {
    const passwords = newPasswords();
    return { name, passwords, ...settingsOf(name, ports, passwords) };
  });
  const [first] = made;
  if (first === undefined) throw new Error("There is no cell.");
  const nodes = await step("local chain", async () => {
    const found = await startChain(
      first.chain,
      join(data, "chain"),
      join(logs, "chain.log"),
      closing,
    );
    // The chain gives gas to one relayer, and each cell has its own.
    const relayers = made.map(({ worker }) => relayerOf(worker));
    const urls = Object.entries(found).filter(([name]) => name.startsWith("RPC_URL_"));
    for (const [, url = ""] of urls) await giveGas(url, relayers);
    return found;
  });
  await step("router", () => startRouter(places));
  const cells: RunningCell[] = [];
  for (const { name, passwords, web, worker, ownerUrl } of made) {
    const settings = { web: { ...web, ...nodes }, worker: { ...worker, ...nodes } };
    const postgres = await step(`PostgreSQL of ${name}`, () =>
      startPostgres(name, places, passwords, ownerUrl),
    );
    await step(`worker and web of ${name}`, () => serve(name, places, settings));
    cells.push({ name, postgres, baseUrl: urlOf(name, ports), ownerUrl, settings });
  }
  return cells;
}

async function startPostgres(
  name: CellName,
  { base, data, logs, ports, closing }: Places,
  passwords: Passwords,
  ownerUrl: string,
): Promise<Postgres> {
  const port = ports[`${name}Postgres`];
  const title = `postgres-${name}`;
  const postgres = await makePostgres(
    { name: title, base, folder: join(data, title), logs, port, passwords, closing },
    { folders: POSTGRES_FOLDERS, files: postgresFiles(port, SETTINGS) },
  );
  await postgres.start();
  await prepareDatabase(postgres.superuserUrl, ownerUrl, passwords);
  return postgres;
}

async function serve(
  name: CellName,
  { logs, ports, closing }: Places,
  settings: RunningCell["settings"],
): Promise<void> {
  for (const [role, port] of [
    ["worker", ports[`${name}Worker`]],
    ["web", ports[`${name}Web`]],
  ] as const) {
    const title = `${role}-${name}`;
    const logFile = join(logs, `${title}.log`);
    const served = serveProcess({ name: title, role, port, env: settings[role], logFile });
    closing.add(title, served.stop);
    await served.start();
  }
}

/** Starts the router. It serves before any cell does, with 503. */
async function startRouter({ base, data, logs, ports, closing }: Places): Promise<void> {
  const folder = join(data, "router");
  await mkdir(folder);
  await chmod(folder, 0o755);
  for (const [name, text] of routerFiles(ports)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o644);
  }
  // As its unit starts it: HAProxy itself becomes another user.
  const place = { base, work: folder, user: "root" };
  const program = startInDebian(
    place,
    ["haproxy", "-db", "-f", "/srv/haproxy.cfg"],
    join(logs, "haproxy.log"),
  );
  closing.add("The router", () => program.destroy());
  const refused = program.ended.then((reason) => {
    throw new Error(`The router ended: ${reason}. Its log is in ${logs}.`);
  });
  const answers = until("The router answers", () =>
    fetch(urlOf("api", ports)).then(
      ({ status }) => status,
      () => undefined, // It does not listen yet.
    ),
  );
  await Promise.race([answers, refused]);
  refused.catch(() => undefined); // It ends at the close.
}
