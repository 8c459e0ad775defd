import { Button } from "./button";
import { CopyButton } from "./copy-button";
import type { Failure } from "./failure";
import { Notice } from "./notice";

interface ErrorPanelProps {
  /** What happened: "The card was not funded". Of a change nobody says so who does not know: see `unknown`. */
  title: string;
  failure: Failure;
  /** What did not: "Nothing was charged". */
  undone?: string | undefined;
  /** Of a change: what to do when no answer tells whether it was done. */
  unknown?: string | undefined;
  onRetry?: (() => void) | undefined;
  isLive?: boolean;
}

const UNKNOWN = "The result is unknown";

/** What happened, what did not, what to do, and the request to quote. */
export function ErrorPanel({
  title,
  failure,
  undone,
  unknown,
  onRetry,
  isLive = true,
}: ErrorPanelProps) {
  const isUnknown = failure.isUnknown && unknown !== undefined;
  const consequence = failure.isUnknown ? unknown : undone;
  return (
    <Notice state="failed" title={isUnknown ? UNKNOWN : title} isLive={isLive}>
      <p>{failure.text}</p>
      {consequence && <p>{consequence}</p>}
      {failure.retryAfterS !== undefined && <p>Try again in {failure.retryAfterS} seconds.</p>}
      {failure.requestId && (
        <p className="text-small">
          If the problem persists, contact support and quote{" "}
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
