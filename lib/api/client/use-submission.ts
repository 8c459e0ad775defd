"use client";

import { useState } from "react";
import { toApiError } from "./api-error";
import { sendApi } from "./call-api";
import { type EndpointId, endpointOf } from "./endpoints";
import { Submissions } from "./submission";
import type { ApiData, ApiInput } from "./types";
import { type Sending, useSender } from "./use-sender";

interface SubmissionOptions<Id extends EndpointId> {
  /** Called without data when only a repeat revealed that the first attempt had succeeded. */
  onDone: (data: ApiData<Id> | undefined) => Promise<void> | void;
  /** The endpoint only reads, although it is sent with a body. */
  isRead?: boolean;
  timeoutMs?: number;
}

/**
 * Sends a person's change. A repeat after an error keeps its idempotency key, so that the change is made once. When the
 * response to the first attempt was lost, "already used" means that the attempt succeeded.
 */
export function useSubmission<Id extends EndpointId>(
  id: Id,
  { onDone, isRead = false, ...options }: SubmissionOptions<Id>,
): Sending<ApiInput<Id>> {
  const [submissions] = useState(() => new Submissions());
  const { hasKey } = endpointOf(id);
  const perform = async (input: ApiInput<Id>, signal: AbortSignal) => {
    if (!hasKey) return await sendApi(id, input, { signal });
    const { key, isUnknown } = submissions.of(id, input);
    try {
      const data = await sendApi(id, input, { signal, idempotencyKey: key });
      submissions.noteDone();
      return data;
    } catch (error) {
      const refusal = toApiError(signal.aborted ? signal.reason : error);
      if (refusal.isUnknown) submissions.noteUnknown();
      if (!isUnknown || refusal.code !== "DUPLICATE_IDEMPOTENCY_KEY") throw refusal;
      submissions.noteDone();
      return undefined;
    }
  };
  const effect = isRead ? "none" : hasKey ? "once" : "change";
  return useSender({ effect, perform, onDone, ...options });
}
