import { CircleCheck, Clock, SquareX, TriangleAlert } from "lucide";
import { LineIcon } from "./line-icon";

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

interface StateMarkProps {
  /** Undefined for an end that is neither good nor bad, such as a terminated card. */
  state: State | undefined;
  size?: number;
}

/** A decorative icon of a state: use it beside a word that says the same. */
export function StateMark({ state, size = 20 }: StateMarkProps) {
  if (!state)
    return (
      <span
        aria-hidden="true"
        className="flex shrink-0 items-center justify-center"
        style={{ width: size, height: size }}
      >
        <span className="size-1.5 rounded-full bg-line-strong" />
      </span>
    );
  return (
    <LineIcon icon={SHAPES[state]} size={size} strokeWidth={1.75} className={COLOURS[state]} />
  );
}
