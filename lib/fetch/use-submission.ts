"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ApiError, toApiError } from "./api-error";
import { callApi } from "./call-api";
import { type EndpointId, endpointOf } from "./endpoints";
import { newSubmission, type Submission, submissionOf } from "./submission";
import type { ApiData, ApiInput } from "./types";

interface SubmissionOptions<Id extends EndpointId> {
  /** Without data where only a repeat found out that the first attempt had gone through. */
  onDone: (data: ApiData<Id> | undefined) => void;
}

/**
 * A change, sent by a person. What is sent again after an error keeps its idempotency key, so that it counts once; and
 * when the answer to the first attempt was lost, "already used" means that it went through. All that is shown is read
 * anew afterwards.
 */
export function useSubmission<Id extends EndpointId>(
  id: Id,
  { onDone }: SubmissionOptions<Id>,
): {
  submit: (input: ApiInput<Id>) => void;
  isBusy: boolean;
  failure: ApiError | undefined;
  reset: () => void;
} {
  const client = useQueryClient();
  const submission = useRef<Submission>(newSubmission());
  const { mutate, isPending, error, reset } = useMutation<
    ApiData<Id> | undefined,
    Error,
    ApiInput<Id>
  >({
    mutationFn: async (input) => {
      submission.current = submissionOf(submission.current, input);
      const { key, isUnknown } = submission.current;
      try {
        return await callApi(id, input, endpointOf(id).hasKey ? { idempotencyKey: key } : {});
      } catch (thrown) {
        const refusal = toApiError(thrown);
        if (isUnknown && refusal.code === "DUPLICATE_IDEMPOTENCY_KEY") return undefined;
        submission.current.isUnknown ||= refusal.isUnknown;
        throw refusal;
      }
    },
    onSuccess: async (data) => {
      submission.current = newSubmission();
      onDone(data);
      await client.invalidateQueries();
    },
  });
  return {
    submit: (input) => mutate(input),
    isBusy: isPending,
    failure: error ? toApiError(error) : undefined,
    reset,
  };
}
