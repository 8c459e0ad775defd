import type { ReactNode } from "react";
import { type State, StateMark } from "./state-mark";

const GROUNDS: Record<State, string> = {
  settled: "bg-settled-faint",
  waiting: "bg-waiting-faint",
  attention: "bg-attention-faint",
  failed: "bg-failed-faint",
};

interface NoticeProps {
  state: State;
  title: string;
  children?: ReactNode;
  /** Announced by screen readers when it appears; for the result of an action. */
  isLive?: boolean;
}

/** A message: what happened, what did not, what to do. */
export function Notice({ state, title, children, isLive = false }: NoticeProps) {
  return (
    <div
      role={isLive ? "alert" : undefined}
      className={`flex gap-3 rounded-large p-4 ${GROUNDS[state]}`}
    >
      <span className="pt-0.5">
        <StateMark state={state} />
      </span>
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}
