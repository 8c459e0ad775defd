import autocannon from "autocannon";
import { processorUs, processorUsWithChildren } from "./processor-time";
import { CONNECTIONS, type Request } from "./request";
import { hasWrk, runWrk } from "./wrk";

export interface Measured {
  requestsPerS: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server's process per request; unknown where there is no /proc. */
  serverUs: number | undefined;
  /** Processor time of all processes of PostgreSQL per request; unknown where there is no /proc. */
  postgresUs: number | undefined;
}

/** A server, and the requests that it gets. */
export interface Target {
  baseUrl: string;
  /** The server's process. */
  pid: string | undefined;
  next: () => Request;
  /** From how many connections the requests come: CONNECTIONS when left out. */
  connections?: number;
}

/** Requests to the service. */
export const toService = (next: () => Request): Target => ({
  baseUrl: process.env.BASE_URL ?? "",
  pid: process.env.BENCH_SERVER_PID,
  next,
});

const readTimes = async ({ pid }: Target) => ({
  server: await processorUs(pid),
  postgres: await processorUsWithChildren(process.env.BENCH_POSTGRES_PID),
});

/** The requests and responses of a load generator. */
interface Sent {
  requestsPerS: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
}

/** More than any operation of the service answers in a second: the requests that are prepared for wrk. */
const MOST_PER_S = 15_000;

async function sendWithWrk(
  { baseUrl, next, connections = CONNECTIONS }: Target,
  durationS: number,
  perS?: number,
): Promise<Sent> {
  // A paced load is never ahead of its pace by more than its connections, but wrk may end up to a second late.
  const prepared =
    perS === undefined ? durationS * MOST_PER_S : Math.ceil((durationS + 1) * perS) + connections;
  const report = await runWrk({ baseUrl, next, durationS, prepared, connections, perS });
  if (report.refused > 0 || report.failed > 0)
    throw new Error(`${report.refused} answers from 400 on, ${report.failed} errors`);
  if (report.sent > prepared)
    throw new Error(`more than the ${prepared} prepared requests were sent`);
  return {
    requestsPerS: report.requests / (report.durationUs / 1e6),
    p50Ms: report.p50Us / 1_000,
    p99Ms: report.p99Us / 1_000,
    requests: report.requests,
  };
}

async function sendWithAutocannon(
  { baseUrl, next, connections = CONNECTIONS }: Target,
  durationS: number,
): Promise<Sent> {
  const result = await autocannon({
    url: baseUrl,
    connections,
    duration: durationS,
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
  return {
    requestsPerS: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
  };
}

/** Why a load at a rate is not sent without wrk. */
export const NO_PACE =
  "Install wrk to measure at a rate: the other load generator sends all requests of a second at once.";

/**
 * Sends requests from the target's connections for `durationS`, as fast as possible or `perS` requests a second, evenly. Any answer
 * but 2xx ends the benchmark. wrk sends them where it is installed: it leaves the processors to the service.
 * @throws for a rate where wrk is not installed.
 */
export async function load(target: Target, durationS: number, perS?: number): Promise<Measured> {
  const before = await readTimes(target);
  if (perS !== undefined && !hasWrk()) throw new Error(NO_PACE);
  const sent = hasWrk()
    ? await sendWithWrk(target, durationS, perS)
    : await sendWithAutocannon(target, durationS);
  const after = await readTimes(target);
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / sent.requests;
  return {
    requestsPerS: sent.requestsPerS,
    p50Ms: sent.p50Ms,
    p99Ms: sent.p99Ms,
    serverUs: each(before.server, after.server),
    postgresUs: each(before.postgres, after.postgres),
  };
}

/** Sends requests as fast as possible without measuring anything, for as long as needed. */
export async function send(target: Target, durationS: number): Promise<void> {
  await sendWithAutocannon(target, durationS);
}
