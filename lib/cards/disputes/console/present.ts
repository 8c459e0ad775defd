import type { z } from "zod";
import { deadlineOf } from "../deadline";
import { presentFile } from "../files/present";
import { presentDispute } from "../present";
import { isRetryable } from "./is-retryable";
import type { adminDisputeSchema } from "./schema";
import type { AdminDisputeRow } from "./store";

/** Converts a dispute to the console's format. */
export function presentAdminDispute(row: AdminDisputeRow): z.input<typeof adminDisputeSchema> {
  const { issuerDisputeId, detail, failure, dueAt } = row;
  return {
    ...presentDispute(row),
    evidenceFiles: row.files.map((file) => ({
      ...presentFile(file),
      isDelivered: file.issuerFileId !== null,
    })),
    partnerId: row.partnerId,
    partnerName: row.partnerName,
    description: row.description,
    deadlineAt: deadlineOf(row.authorizedAt).toISOString(),
    issuer: row.issuer,
    ...(issuerDisputeId !== null && { issuerDisputeId }),
    ...(detail !== null && { issuerDetail: detail }),
    ...(failure !== null && { lastError: failure }),
    attempts: row.attempts,
    ...(dueAt && { nextAttemptAt: dueAt.toISOString() }),
    needsAttention: row.needsAttention,
    mayRetry: isRetryable(row) && !row.isReplaced,
    events: row.events.map(({ type, detail: words, createdAt }) => ({
      type,
      detail: words,
      at: createdAt.toISOString(),
    })),
  };
}
