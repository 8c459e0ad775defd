export type State = "settled" | "waiting" | "attention" | "failed";

const COLOURS: Record<State, string> = {
  settled: "text-settled",
  waiting: "text-waiting",
  attention: "text-attention",
  failed: "text-failed",
};

/** Each state has its own shape, so that colour is never the only sign. */
const SHAPES: Record<State, string> = {
  settled: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-4.5 10.5 3 3 6-6.5",
  waiting: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 5v5.5l3.5 2",
  attention: "M12 2.5 22 20.5H2L12 2.5Zm0 6.5v5m0 3v.01",
  failed:
    "M4 3h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm4.5 5.5 7 7m0-7-7 7",
};

/** A decorative icon of a state: use it beside a word that says the same. */
export function StateMark({ state, size = 20 }: { state: State; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${COLOURS[state]}`}
    >
      <path d={SHAPES[state]} />
    </svg>
  );
}
