import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCredential } from "@/lib/kernel/request-context";

/** A download holds a batch of rows in memory while its client does not read. A person seldom needs more at a time. */
export const MAX_OPEN_DOWNLOADS = 4;

/** The open downloads of this process, by person or API key. */
const downloads = perProcess(
  "openDownloads",
  () =>
    new OpenLimit({
      max: MAX_OPEN_DOWNLOADS,
      text: `You have ${MAX_OPEN_DOWNLOADS} open downloads. Finish or cancel one of them, and then try again.`,
      retryAfterS: 30,
    }),
);

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
  return owner === undefined ? () => undefined : downloads.count(owner);
}

/** Returns the number of open downloads of this process. */
export function countOpenDownloads(): number {
  return downloads.open;
}
