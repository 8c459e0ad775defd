import { readFile } from "node:fs/promises";
import pg from "pg";
import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { load, type Measured, toService } from "./load";
import { median } from "./median";
import type { Request } from "./request";
import { authorize, fund, getCard, listCards, rotating } from "./scenarios";
import { type Bulk, makeBulk, makeSpenders, type SpenderCard } from "./subjects";

/** The measurement of `npm run bench -- soak`. It runs alone, because it takes half an hour. */
export const SOAK = "soak";

const PER_S = 400;
const WINDOW_S = 60;
const LIST_ROWS = 10_000;

interface Window extends Measured {
  /** Resident memory of the server's process. */
  memoryMb: number;
  /** Of the service, to PostgreSQL. */
  connections: number;
}

async function memoryMb(pid: string | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** The connections to PostgreSQL except the given client's: those of the service, once this script has closed its own. */
async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "SELECT count(*) AS count FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  return Number(rows[0]?.count);
}

/** Of ten requests four read a card, three fund one, two authorize a purchase and one lists cards. */
function mixed(cards: readonly SpenderCard[], bulk: Bulk): () => Request {
  const next = rotating(cards);
  const [read, move, buy] = [getCard(next), fund(next), authorize(next)];
  const list = listCards(bulk);
  const kinds = [read, move, read, buy, read, move, list, read, move, buy];
  let count = 0;
  return () => (kinds[count++ % kinds.length] ?? read)();
}

function rowOf(name: string, windows: readonly Window[]) {
  const of = (field: keyof Window) => median(windows.map((window) => window[field] ?? 0));
  return {
    minutes: name,
    "requests/s": Math.round(of("requestsPerS")),
    "p50 ms": Number(of("p50Ms").toFixed(1)),
    "p99 ms": Number(of("p99Ms").toFixed(1)),
    "server µs": Math.round(of("serverUs")),
    "memory MB": Math.round(of("memoryMb")),
    connections: of("connections"),
  };
}

/**
 * Sends the same mix of requests at the same rate for a long time. Memory, connections and times must not grow. The first
 * two minutes are not counted: the code is being compiled.
 */
export async function measureSoak(superuserUrl: string, minutes: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const cards = await makeSpenders(client);
    const target = toService(mixed(cards, await makeBulk(client, LIST_ROWS)));
    await callerCache().close();
    await disconnect();
    await load(target, 2 * WINDOW_S, PER_S);
    const windows: Window[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const measured = await load(target, WINDOW_S, PER_S);
      const connections = await countConnections(client);
      windows.push({ ...measured, memoryMb: await memoryMb(target.pid), connections });
    }
    const fifth = Math.max(1, Math.ceil(minutes / 5));
    const rows = [];
    for (let first = 0; first < minutes; first += fifth) {
      const part = windows.slice(first, first + fifth);
      rows.push(rowOf(`${first + 1}–${first + part.length}`, part));
    }
    console.table(rows);
  } finally {
    await client.end();
  }
}
