import { Button } from "./button";
import { CopyButton } from "./copy-button";
import type { Failure } from "./failure";
import { Notice } from "./notice";

interface ErrorPanelProps {
  /** What happened: "The cards could not be loaded". */
  title: string;
  failure: Failure;
  /** What did not: "Nothing was charged". Left out where nobody can know. */
  undone?: string | undefined;
  /** Said instead when nobody knows whether it was done. */
  unknown?: string | undefined;
  onRetry?: (() => void) | undefined;
  isLive?: boolean;
}

/** What happened, what did not, what to do, and the request to quote. */
export function ErrorPanel({
  title,
  failure,
  undone,
  unknown,
  onRetry,
  isLive = true,
}: ErrorPanelProps) {
  const consequence = failure.isUnknown ? unknown : undone;
  return (
    <Notice state="failed" title={title} isLive={isLive}>
      <p>{failure.text}</p>
      {consequence && <p>{consequence}</p>}
      {failure.retryAfterS !== undefined && <p>Try again in {failure.retryAfterS} seconds.</p>}
      {failure.requestId && (
        <p className="text-small">
          If it happens again, quote{" "}
          <code className="font-mono break-all">{failure.requestId}</code>{" "}
          <CopyButton text={failure.requestId} label="the request id" />
        </p>
      )}
      {onRetry && (
        <Button look="plain" size="compact" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
