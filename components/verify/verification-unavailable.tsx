"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { VerifyFrame } from "./verify-frame";

interface VerificationUnavailableProps {
  error: unknown;
  retry: () => void;
}

/** A fault of ours: what it means for the person, and what to quote. */
export function VerificationUnavailable({ error, retry }: VerificationUnavailableProps) {
  const requestId = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <VerifyFrame>
      <Statement
        state="failed"
        title="This page could not be loaded"
        actions={<Button onClick={retry}>Try again</Button>}
      >
        <p className="text-quiet">
          Something went wrong on our side. Your progress is safe and your link is still valid. Try
          again in a minute.
        </p>
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
