import { type State, StateMark } from "./state-mark";

/** A state as icon and word; a dot where no state is given. */
export function StateWord({ state, word }: { state: State | undefined; word: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap">
      <StateMark state={state} size={14} />
      {word}
    </span>
  );
}
