"use client";

import { Button } from "@/components/ui/button";
import type { State } from "@/components/ui/state-mark";
import { Statement } from "@/components/ui/statement";
import { type FailureKind, readFailure } from "@/lib/users/kyc/verification-failure";
import { VerifyFrame } from "./verify-frame";

interface VerificationUnavailableProps {
  error: unknown;
  retry: () => void;
}

const TEXTS: Record<FailureKind, { state: State; title: string; text: string }> = {
  provider: {
    state: "waiting",
    title: "Identity verification is not available right now",
    text: "The verification service is not responding. Nothing is lost and your link is still valid. Try again in a few minutes.",
  },
  "too-many": {
    state: "waiting",
    title: "This page was opened too often",
    text: "Nothing is lost and your link is still valid. Try again in a minute.",
  },
  fault: {
    state: "failed",
    title: "This page could not be loaded",
    text: "Something went wrong on our side. Your progress is safe and your link is still valid. Try again in a minute.",
  },
};

/** Why the page cannot be shown: what it means for the person, and what to quote. */
export function VerificationUnavailable({ error, retry }: VerificationUnavailableProps) {
  const { kind, requestId } = readFailure(
    error instanceof Error && "digest" in error ? error.digest : undefined,
  );
  const { state, title, text } = TEXTS[kind];
  return (
    <VerifyFrame>
      <Statement state={state} title={title} actions={<Button onClick={retry}>Try again</Button>}>
        <p className="text-quiet">{text}</p>
        {requestId && (
          <p className="text-small text-quiet">
            If the problem persists, contact support and quote{" "}
            <code className="font-mono break-all">{requestId}</code>.
          </p>
        )}
      </Statement>
    </VerifyFrame>
  );
}
