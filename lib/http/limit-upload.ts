import type { UploadRule } from "@/lib/contract/contract";
import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { atRequestEnd, currentCallerId } from "@/lib/kernel/request-context";

/**
 * How many files a partner may be sending to one process. Each is in memory from its first byte to the end of its request, and
 * a sender can take REQUEST_TIMEOUT_MS for it. More than a dispute has, so that a client may send all of them at once.
 */
export const MAX_OPEN_UPLOADS = 8;

/** The uploads of this process, by partner. */
const uploads = perProcess(
  "openUploads",
  () =>
    new OpenLimit({
      max: MAX_OPEN_UPLOADS,
      text: `You have ${MAX_OPEN_UPLOADS} uploads under way. Wait until one of them is complete, and then try again.`,
      retryAfterS: 5,
    }),
);

/**
 * Counts the upload of the current request until the request ends, and takes it from the rate of the partner. To be called
 * before anything of the file is read: a file that waits for its refusal would be in memory as well.
 * Source: docs/decisions/0083-dispute-files.md
 * @throws ServiceError RATE_LIMITED with `Retry-After`
 */
export async function limitUpload({ rate }: UploadRule): Promise<void> {
  const partnerId = currentCallerId();
  if (partnerId === undefined)
    throw new Error("an upload needs a partner, whose uploads are limited");
  // First, because a refusal by it must not take from the rate.
  atRequestEnd(uploads.count(partnerId));
  await limitRate(`${rate} ${partnerId}`, RATE_LIMITS[rate]);
}

/** Returns the number of uploads of this process. */
export function countOpenUploads(): number {
  return uploads.open;
}
