import { CircleCheck, Clock, SquareX, TriangleAlert } from "lucide-react";

export type State = "settled" | "waiting" | "attention" | "failed";

const COLOURS: Record<State, string> = {
  settled: "text-settled",
  waiting: "text-waiting",
  attention: "text-attention",
  failed: "text-failed",
};

/** Each state has its own shape, so that colour is never the only sign. */
const SHAPES = {
  settled: CircleCheck,
  waiting: Clock,
  attention: TriangleAlert,
  failed: SquareX,
};

/** A decorative icon of a state: use it beside a word that says the same. */
export function StateMark({ state, size = 20 }: { state: State; size?: number }) {
  const Shape = SHAPES[state];
  return <Shape size={size} strokeWidth={1.75} className={`shrink-0 ${COLOURS[state]}`} />;
}
