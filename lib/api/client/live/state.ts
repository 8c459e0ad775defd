/** Whether a page receives change notices: `waiting` until its first stream is open, `paused` when there is none. */
export type LiveState = "waiting" | "live" | "paused";

let state: LiveState = "waiting";
const listeners = new Set<() => void>();

export function liveState(): LiveState {
  return state;
}

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Subscribes a listener; returns the function that unsubscribes. */
export function onLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
