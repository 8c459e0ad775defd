import type { ReactNode } from "react";
import { type State, StateMark } from "./state-mark";

interface StatementProps {
  state: State;
  title: string;
  children: ReactNode;
  /** The possible actions. */
  actions?: ReactNode;
}

/** A whole view with one message: an outcome, or why the person cannot continue. */
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
