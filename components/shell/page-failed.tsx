"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

interface PageFailedProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** A page that could not be drawn. */
export function PageFailed({ error, reset }: PageFailedProps) {
  return (
    <Statement
      state="failed"
      title="This page could not be shown"
      actions={
        <Button className="self-start" onClick={reset}>
          Try again
        </Button>
      }
    >
      <p className="text-quiet">
        Nothing was changed. Try again; if it goes on, quote{" "}
        <code className="font-mono text-small">{error.digest ?? error.name}</code>.
      </p>
    </Statement>
  );
}
