"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiQuery } from "@/lib/api/client/api-query";
import { sendUntilTaken } from "@/lib/api/client/send-until-taken";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { EVIDENCE_MEDIA_TYPES, MAX_EVIDENCE_BYTES } from "@/lib/cards/disputes/files/rules";

const TIMEOUT_MS = 60_000;

/** Why a file is not sent; undefined for one that is. The service checks the content. */
function problemOf({ name, size, type }: File): string | undefined {
  if (!EVIDENCE_MEDIA_TYPES.some((known) => known === type))
    return `${name} is not a PDF, PNG or JPEG file.`;
  if (size > MAX_EVIDENCE_BYTES) return `${name} is larger than 5 MB.`;
  return size === 0 ? `${name} is empty.` : undefined;
}

type Evidence = ApiData<"listEvidenceFiles">;

/** The query of the files that a new dispute of the transaction can have. */
export const evidenceQuery = (serviceTransactionId: string) =>
  apiQuery("listEvidenceFiles", { params: { serviceTransactionId } });

/** Adds a file that was just uploaded, which the list may not have yet. The same file is stored once. */
const withFile = (evidence: Evidence, file: Evidence["files"][number]): Evidence =>
  evidence.files.some(({ fileId }) => fileId === file.fileId)
    ? evidence
    : { ...evidence, files: [...evidence.files, file] };

export type EvidenceUpload = ReturnType<typeof useEvidenceUpload>;

/** Uploads files for a dispute of a transaction, one after the other. */
export function useEvidenceUpload(serviceTransactionId: string) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { submit, isBusy, failure, reset } = useSubmission("addEvidenceFile", {
    onDone: (file) => {
      setWaiting((files) => files.slice(1));
      const { queryKey } = evidenceQuery(serviceTransactionId);
      if (file) client.setQueryData(queryKey, (evidence) => evidence && withFile(evidence, file));
    },
    timeoutMs: TIMEOUT_MS,
  });
  const [next] = waiting;
  useEffect(() => {
    if (!next || isBusy || failure) return undefined;
    const params = { serviceTransactionId };
    return sendUntilTaken(() => submit({ params, query: { name: next.name }, file: next }));
  }, [next, isBusy, failure, serviceTransactionId, submit]);
  return {
    /** Sends the files of a selection, and reports those that cannot be sent. */
    add: (files: readonly File[]) => {
      reset();
      const found = files.map(problemOf);
      setProblems(found.filter((problem) => problem !== undefined));
      const sendable = files.filter((_, index) => found[index] === undefined);
      // Files can be dropped while others are sent. The one that failed is not sent again by itself.
      setWaiting((before) => [...(failure ? before.slice(1) : before), ...sendable]);
    },
    problems,
    uploading: failure ? undefined : next?.name,
    /** A file is on its way. */
    isBusy: isBusy || (next !== undefined && !failure),
    failure,
    failedName: failure && next?.name,
  };
}
