import { readFile } from "node:fs/promises";
import autocannon from "autocannon";

export const CONNECTIONS = 16;

export interface Request {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Measured {
  requestsPerS: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server's process per request; unknown where there is no /proc. */
  serverUs: number | undefined;
}

const CLOCK_TICK_US = 10_000;

/** The processor time that the server's process has had. */
async function serverCpuUs(): Promise<number | undefined> {
  const stat = await readFile(`/proc/${process.env.BENCH_SERVER_PID}/stat`, "utf8").catch(() => "");
  // The program's name may have spaces; after it the 12th and 13th fields are user and system time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" ? undefined : (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_US;
}

/**
 * Sends what `next` makes, from 16 connections for `durationS`, as fast as possible or `perS` requests a second. Any answer
 * but 2xx ends the benchmark.
 */
export async function load(
  baseUrl: string,
  durationS: number,
  next: () => Request,
  perS?: number,
): Promise<Measured> {
  const cpuBefore = await serverCpuUs();
  const result = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
    duration: durationS,
    ...(perS !== undefined && { overallRate: perS }),
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, headers, body } = next();
          const changed = { ...request, method, path, headers: { ...request.headers, ...headers } };
          return body === undefined ? changed : { ...changed, body };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${result.non2xx} answers other than 2xx, ${result.errors} errors: ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  const cpuAfter = await serverCpuUs();
  return {
    requestsPerS: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    serverUs:
      cpuBefore !== undefined && cpuAfter !== undefined
        ? (cpuAfter - cpuBefore) / result.requests.total
        : undefined,
  };
}
