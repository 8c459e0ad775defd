import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCallerId, currentCredential } from "@/lib/kernel/request-context";

/** A download holds a batch of rows in memory while its client does not read. A person seldom needs more at a time. */
export const MAX_OPEN_DOWNLOADS = 4;
/** Of all people and keys of a partner together: it makes as many of them as it likes. */
export const MAX_OPEN_DOWNLOADS_OF_PARTNER = 24;

const limitOf = (max: number, who: string) =>
  new OpenLimit({
    max,
    text: `${who} ${max} open downloads. Finish or cancel one of them, and then try again.`,
    retryAfterS: 30,
  });

/** The open downloads of this process, by person or API key. */
const downloads = perProcess("openDownloads", () => limitOf(MAX_OPEN_DOWNLOADS, "You have"));

/** The same downloads, by partner; those of operators are left out. */
const ofPartners = perProcess("openDownloadsOfPartners", () =>
  limitOf(MAX_OPEN_DOWNLOADS_OF_PARTNER, "Your company has"),
);

/** Returns the person or the API key of the current request; undefined in background work. */
function currentOwner(): string | undefined {
  const credential = currentCredential();
  if (credential === undefined) return undefined;
  if ("keyId" in credential) return credential.keyId;
  return credential.personId ?? credential.sessionId;
}

/**
 * Counts a download of the caller of the current request, and of its partner.
 * @returns a function that stops counting the download; further calls do nothing
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the caller has MAX_OPEN_DOWNLOADS in this process, or the partner
 * MAX_OPEN_DOWNLOADS_OF_PARTNER
 */
export function countDownload(): () => void {
  const owner = currentOwner();
  if (owner === undefined) return () => undefined;
  const partnerId = currentCallerId();
  const endOfPartner = partnerId === undefined ? undefined : ofPartners.count(partnerId);
  try {
    const end = downloads.count(owner);
    return () => {
      end();
      endOfPartner?.();
    };
  } catch (error) {
    endOfPartner?.();
    throw error;
  }
}

/** Returns the number of open downloads of this process. */
export function countOpenDownloads(): number {
  return downloads.open;
}
