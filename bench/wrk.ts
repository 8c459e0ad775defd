import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Request } from "./request";

/** The figures that wrk reports, and the number of prepared requests that it has sent. */
interface Report {
  requests: number;
  durationUs: number;
  p50Us: number;
  p99Us: number;
  refused: number;
  failed: number;
  sent: number;
}

const run = promisify(execFile);

let isInstalled: boolean | undefined;

/** Whether wrk is installed. It takes less processor time than a load generator in JavaScript. */
export function hasWrk(): boolean {
  if (isInstalled === undefined) {
    try {
      execFileSync("sh", ["-c", "command -v wrk"]);
      isInstalled = true;
    } catch {
      isInstalled = false;
    }
  }
  return isInstalled;
}

function bytesOf({ method, path, headers = {}, body = "" }: Request, host: string): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]);
}

interface Load {
  baseUrl: string;
  next: () => Request;
  durationS: number;
  /** How many requests are made beforehand; the load must not need more. */
  prepared: number;
  connections: number;
  /** How many requests a second, evenly; as many as possible when undefined. */
  perS: number | undefined;
}

/** Sends requests with wrk. */
export async function runWrk(load: Load): Promise<Report> {
  const { baseUrl, next, durationS, prepared, connections, perS } = load;
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-wrk-"));
  try {
    const file = join(folder, "requests");
    const { host } = new URL(baseUrl);
    await writeFile(
      file,
      Buffer.concat(Array.from({ length: prepared }, () => bytesOf(next(), host))),
    );
    const script = join(import.meta.dirname, "requests.lua");
    const { stdout } = await run(
      "wrk",
      [
        ...["-t", "1", "-c", String(connections), "-d", `${durationS}s`],
        ...["-s", script, baseUrl, "--", file],
        ...(perS === undefined ? [] : [String(perS)]),
      ],
      { env: { ...process.env, LC_ALL: "C" } },
    );
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
