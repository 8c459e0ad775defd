import type { ReactNode } from "react";
import { CodeLine } from "./code-line";

interface EmptyStateProps {
  /** What would be here. */
  title: string;
  /** Why one wants it. */
  children: ReactNode;
  action?: ReactNode;
  /** What does the same from a server. */
  curl?: string;
}

/** An empty list: what would be here, why one wants it, the one button, and the line that does the same. */
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
