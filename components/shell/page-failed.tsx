"use client";

import { Button } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

interface PageFailedProps {
  error: Error & { digest?: string };
  /** Fetches the page again. The framework's `reset` would only show the same failed page once more. */
  retry: () => void;
}

/** Shown when a page could not be rendered. */
export function PageFailed({ error, retry }: PageFailedProps) {
  return (
    <Statement
      state="failed"
      title="This page could not be loaded"
      actions={
        <Button className="self-start" onClick={retry}>
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
