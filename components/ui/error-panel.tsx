import { Button } from "./button";
import { CopyButton } from "./copy-button";
import type { Failure } from "./failure";
import { Notice } from "./notice";

interface ErrorPanelProps {
  /**
   * The failed action: "The card was not funded". When the outcome of a change is unknown, `unknown` is shown instead.
   */
  title: string;
  failure: Failure;
  /** What was not done: "Nothing was charged". */
  undone?: string | undefined;
  /** For a change: what to do when the outcome is unknown. */
  unknown?: string | undefined;
  onRetry?: (() => void) | undefined;
  isLive?: boolean;
}

const UNKNOWN = "The result is unknown";

/** Shows a failure, its consequence, the advised action and the request id to quote. */
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
