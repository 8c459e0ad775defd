import { isServiceError } from "@/lib/kernel/errors";
import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";

/** Far more than sign in at one moment: a provider takes a fraction of a second for each. */
const MAX_VISITS = 64;

/** The requests of this process that may wait for an identity provider, by connection. */
const visits = perProcess(
  "ssoVisits",
  () => new OpenLimit({ max: MAX_VISITS, text: "", retryAfterS: 1 }),
);

/**
 * Counts a request that waits for the provider of a connection. Anybody can begin one, and a partner chooses a provider that
 * holds each for seconds, with a megabyte of its response. Source: docs/decisions/0108-single-sign-on.md
 * @returns a function that stops counting it; undefined if the connection has too many
 */
export function countVisit(connectionId: string): (() => void) | undefined {
  try {
    return visits.count(connectionId);
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}
