/**
 * The effect of sending the same request twice: `once`: it counts once; `change`: it is carried out twice; `none`: it
 * changes nothing.
 */
export type Effect = "once" | "change" | "none";

/** A request that a person sent and that has no response yet. */
export interface InFlight {
  readonly effect: Effect;
  /** It takes longer than usual, and the person has not chosen to keep waiting. */
  readonly isSlow: boolean;
  keepWaiting(): void;
  /** Aborts the request: it is never sent if it has not left the browser. */
  stop(): void;
}

interface Tracked {
  setSlow(isSlow: boolean): void;
  remove(): void;
}

/** An unmount within this time after a person closed a dialog is attributed to that person. */
const DISMISSED_MS = 1_000;

let requests: readonly InFlight[] = [];
let dismissedAtMs = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();
const abandonListeners = new Set<(effect: Effect) => void>();

function change(next: readonly InFlight[]): void {
  requests = next;
  for (const listener of listeners) listener();
}

export const inFlight = (): readonly InFlight[] => requests;

/** Subscribes a listener to changes of the list; returns the function that unsubscribes. */
export function onInFlight(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Adds a request to the list until it is removed. */
export function track(request: InFlight): Tracked {
  let current = request;
  change([...requests, current]);
  return {
    setSlow: (isSlow) => {
      const next = { ...current, isSlow };
      change(requests.map((each) => (each === current ? next : each)));
      current = next;
    },
    remove: () => change(requests.filter((each) => each !== current)),
  };
}

/** Notes that a person closed a dialog, which aborts the requests of that dialog. */
export function noteDismissal(): void {
  dismissedAtMs = performance.now();
}

export const wasJustDismissed = (): boolean => performance.now() - dismissedAtMs < DISMISSED_MS;

/**
 * Subscribes a listener to requests that are aborted because their form is gone; returns the function that
 * unsubscribes.
 */
export function onAbandoned(listener: (effect: Effect) => void): () => void {
  abandonListeners.add(listener);
  return () => void abandonListeners.delete(listener);
}

export function reportAbandoned(effect: Effect): void {
  for (const listener of abandonListeners) listener(effect);
}
