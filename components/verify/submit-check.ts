import type { VerificationResult } from "@/lib/users/kyc/verification-view";
import type { Answers } from "./use-answers";

export type Submitted =
  | { kind: "result"; result: VerificationResult }
  /** The check has ended or its link has expired; the reloaded page shows which. */
  | { kind: "over" }
  | { kind: "failed"; requestId: string | undefined };

const OVER = new Set(["KYC_NOT_OPEN", "KYC_SESSION_NOT_FOUND"]);

/** A connection can stay open without a response for many minutes. This is the longest wait before another try. */
const TIMEOUT_MS = 30_000;

/** Submits the answers. After a failure the outcome is unknown; a repeat is safe. */
export async function submitCheck(token: string, answers: Answers): Promise<Submitted> {
  let requestId: string | undefined;
  try {
    const response = await fetch(`/api/verify/${token}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(answers),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    requestId = response.headers.get("X-Request-Id") ?? undefined;
    const { message, data } = await response.json();
    if (response.ok) return { kind: "result", result: data };
    return OVER.has(message) ? { kind: "over" } : { kind: "failed", requestId };
  } catch {
    return { kind: "failed", requestId }; // No response, or an unknown one: the person sees an error and can retry.
  }
}
