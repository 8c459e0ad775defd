import { request } from "node:http";
import { requireSame } from "../findings.ts";
import type { Settings } from "./settings.ts";

const METRICS = "/api/internal/metrics";

/** The address of the metrics as an attacker might write it, to pass a proxy that compares text. */
const SPELLINGS = [
  METRICS,
  "/api/internal/metrics/?x=1",
  "/api//internal/metrics",
  "//api/internal/metrics",
  "/api/./internal/metrics",
  "/api/x/../internal/metrics",
  "/api/x/%2e%2e/internal/metrics",
  "/api/%69nternal/metrics",
  "/%61pi/%69%6e%74ernal/metrics",
  "/api%2finternal%2Fmetrics",
  "/api\\internal\\metrics",
  "/api/%5cinternal/metrics",
] as const;

/** Asks for exactly this path; `fetch` would write it in another way. Returns the status. */
async function statusOf(origin: string, path: string, secret: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}` };
    const asked = request(origin, { path, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.once("error", reject);
    asked.end();
  });
}

/**
 * Checks that a proxy refuses the metrics in every spelling, although the caller knows the secret and the process serves them.
 *
 * @throws Error that names the spelling which the proxy passed on
 */
export async function checkInternal(
  proxyUrl: string,
  processUrl: string,
  settings: Settings,
): Promise<string> {
  const secret = settings.CRON_SECRET ?? "";
  requireSame(
    "the status by the process's own port",
    await statusOf(processUrl, METRICS, secret),
    200,
  );
  for (const path of SPELLINGS)
    requireSame(`the status of ${path}`, await statusOf(proxyUrl, path, secret), 403);
  return `403 for ${SPELLINGS.length} spellings`;
}
