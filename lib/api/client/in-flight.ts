/** What happens when the same request is sent twice: it counts once, it is carried out twice, or it changes nothing. */
export type Effect = "once" | "change" | "none";

/** A request that a person sent and that has no answer yet. */
export interface InFlight {
  readonly effect: Effect;
  /** It takes longer than usual, and the person has not chosen to keep waiting. */
  readonly isSlow: boolean;
  keepWaiting(): void;
  /** Ends it: what has not left the browser never does. */
  stop(): void;
}

interface Tracked {
  setSlow(isSlow: boolean): void;
  remove(): void;
}

/** Whatever unmounts so soon after a person closed a dialog was closed by that person. */
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

/** Calls a listener whenever the list changes; the result unsubscribes it. */
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

/** A person closed a dialog: the requests of that dialog end with it. */
export function noteDismissal(): void {
  dismissedAtMs = performance.now();
}

export const wasJustDismissed = (): boolean => performance.now() - dismissedAtMs < DISMISSED_MS;

/** Calls a listener when a request is ended because its form is gone; the result unsubscribes it. */
export function onAbandoned(listener: (effect: Effect) => void): () => void {
  abandonListeners.add(listener);
  return () => void abandonListeners.delete(listener);
}

export function reportAbandoned(effect: Effect): void {
  for (const listener of abandonListeners) listener(effect);
}
