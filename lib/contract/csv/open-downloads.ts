import { ServiceError } from "@/lib/kernel/errors";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCredential } from "@/lib/kernel/request-context";

/** A download holds a batch of rows in memory while its client does not read. A person seldom needs more at a time. */
export const MAX_OPEN_DOWNLOADS = 4;
const RETRY_AFTER_S = "30";

const TEXT = `You have ${MAX_OPEN_DOWNLOADS} open downloads. Finish or cancel one of them, and then try again.`;

/** The number of open downloads of this process, by person or API key. */
const counts = perProcess("openDownloads", () => new Map<string, number>());

/** Returns the person or the API key of the current request; undefined in background work. */
function currentOwner(): string | undefined {
  const credential = currentCredential();
  if (credential === undefined) return undefined;
  if ("keyId" in credential) return credential.keyId;
  return credential.personId ?? credential.sessionId;
}

/**
 * Counts a download of the caller of the current request.
 * @returns a function that stops counting the download; further calls do nothing
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the caller has MAX_OPEN_DOWNLOADS in this process
 */
export function countDownload(): () => void {
  const owner = currentOwner();
  if (owner === undefined) return () => undefined;
  const count = counts.get(owner) ?? 0;
  if (count >= MAX_OPEN_DOWNLOADS)
    throw new ServiceError("RATE_LIMITED", {
      text: TEXT,
      headers: { "Retry-After": RETRY_AFTER_S },
    });
  counts.set(owner, count + 1);
  let isCounted = true;
  return () => {
    if (!isCounted) return;
    isCounted = false;
    const left = (counts.get(owner) ?? 1) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
  };
}

/** Returns the number of open downloads of this process. */
export function countOpenDownloads(): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
