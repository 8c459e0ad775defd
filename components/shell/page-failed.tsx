"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

interface PageFailedProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Shown when a page could not be rendered. */
export function PageFailed({ error, reset }: PageFailedProps) {
  return (
    <Statement
      state="failed"
      title="This page could not be loaded"
      actions={
        <Button className="self-start" onClick={reset}>
          Try again
        </Button>
      }
    >
      <p className="text-quiet">
        No changes were made. Try again. If the problem persists, contact support and quote{" "}
        <code className="font-mono text-small">{error.digest ?? error.name}</code>.
      </p>
    </Statement>
  );
}
