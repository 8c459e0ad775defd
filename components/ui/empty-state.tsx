import type { ReactNode } from "react";
import { CodeLine } from "./code-line";

interface EmptyStateProps {
  /** What the list will contain. */
  title: string;
  /** The purpose of the list. */
  children: ReactNode;
  action?: ReactNode;
  /** The equivalent command of the API. */
  curl?: string;
}

/**
 * An empty list: its future content, its purpose, a button to create the first item, and the API command that does the
 * same.
 */
export function EmptyState({ title, children, action, curl }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-4 py-12">
      <h2 className="font-semibold">{title}</h2>
      <div className="text-quiet">{children}</div>
      {action}
      {curl && (
        <div className="w-full space-y-2">
          <p className="text-small text-quiet">Or from your server:</p>
          <CodeLine text={curl} label="the command" />
        </div>
      )}
    </div>
  );
}
