import { Button } from "./button";
import { CopyButton } from "./copy-button";
import type { Failure } from "./failure";
import { Notice } from "./notice";
import { isOutcomeUnknown, UNKNOWN_TITLE, UnknownOutcome } from "./unknown-outcome";

interface ErrorPanelProps {
  /** The failed action: "The card was not funded". Not shown when a change was, or may have been, made. */
  title: string;
  failure: Failure;
  /** What was not done: "Nothing was charged". */
  undone?: string | undefined;
  /** What to do when the outcome of a change is unknown, where checking the page is not enough. */
  remedy?: string | undefined;
  onRetry?: (() => void) | undefined;
  isLive?: boolean;
}

/** Shows a failure, its consequence, the advised action and the request id to quote. */
export function ErrorPanel({
  title,
  failure,
  undone,
  remedy,
  onRetry,
  isLive = true,
}: ErrorPanelProps) {
  const isUnknown = isOutcomeUnknown(failure);
  const failedTitle = isUnknown ? UNKNOWN_TITLE : title;
  return (
    <Notice
      state="failed"
      title={failure.isDone ? "The change was made" : failedTitle}
      isLive={isLive}
    >
      <p>{failure.text}</p>
      {isUnknown && <UnknownOutcome failure={failure} remedy={remedy} />}
      {undone && !failure.isUnknown && !failure.isDone && <p>{undone}</p>}
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
