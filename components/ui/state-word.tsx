import { type State, StateMark } from "./state-mark";

/** A state as icon and word; without an icon where no state is given. */
export function StateWord({ state, word }: { state: State | undefined; word: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap">
      {state ? (
        <StateMark state={state} size={14} />
      ) : (
        <span aria-hidden="true" className="mx-1 size-1.5 rounded-full bg-line-strong" />
      )}
      {word}
    </span>
  );
}
