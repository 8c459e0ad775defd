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
}

/** Sends what `next` makes, from 16 connections for `durationS`. Any answer but 2xx ends the benchmark. */
export async function load(
  baseUrl: string,
  durationS: number,
  next: () => Request,
): Promise<Measured> {
  const result = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
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
    requestsPerS: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
