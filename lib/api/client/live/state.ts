/** Whether a page is told of changes: `waiting` until its first stream is open, `paused` when there is none. */
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

/** Tells a listener when it changes; the answer ends it. */
export function onLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
