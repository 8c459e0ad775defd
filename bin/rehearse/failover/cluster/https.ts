import { request } from "node:https";

const ANSWER_TIMEOUT_MS = 2_000;

/** By what the server is verified, and what the client shows of itself, each as PEM. */
export interface Credentials {
  ca: string;
  cert?: string;
  key?: string;
}

interface Request {
  credentials: Credentials;
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  timeoutMs?: number;
}

/** Sends one request on a connection of its own. @throws the error of TLS or of the connection */
export function askByTls(
  url: string,
  { credentials, method = "GET", headers, body, timeoutMs = ANSWER_TIMEOUT_MS }: Request,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { ...credentials, method, headers, signal, agent: false };
    const sent = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Reads an address on a connection of its own: by TLS, if the address says so. */
export const readAddress = (
  url: string,
  credentials: Credentials,
): Promise<{ status: number; text: string }> =>
  url.startsWith("https:")
    ? askByTls(url, { credentials })
    : fetch(url, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
