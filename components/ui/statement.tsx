import type { ReactNode } from "react";
import { type State, StateMark } from "./state-mark";

interface StatementProps {
  state: State;
  title: string;
  children: ReactNode;
  /** What can be done now. */
  actions?: ReactNode;
}

/** A whole view that says one thing: how something ended, or why it cannot go on. */
export function Statement({ state, title, children, actions }: StatementProps) {
  return (
    <div className="flex flex-col gap-6 pt-8 sm:pt-12">
      <StateMark state={state} size={40} />
      <div className="space-y-3">
        <h1 tabIndex={-1} className="text-large font-semibold text-balance">
          {title}
        </h1>
        {children}
      </div>
      {actions && <div className="flex flex-col gap-3">{actions}</div>}
    </div>
  );
}
