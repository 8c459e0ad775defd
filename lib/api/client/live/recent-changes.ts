import type { Query, QueryClient } from "@tanstack/react-query";
import { isChangedBy } from "./reads";

/** So long after it was read a part of a page may come that the server drew. */
const MAX_ON_ITS_WAY_MS = 30_000;

/** What was told of while a part of a page may have been on its way. */
export class RecentChanges {
  #allAtMs = Number.NEGATIVE_INFINITY;
  readonly #atMs = new Map<string, number>();

  /** What happened up to now is not known. */
  noteAll(): void {
    this.#allAtMs = performance.now();
  }

  note(kinds: readonly string[]): void {
    for (const kind of kinds) this.#atMs.set(kind, performance.now());
  }

  /** Whether an endpoint's answer that comes now may be from before one of them. */
  touch(endpointId: unknown): boolean {
    const sinceMs = performance.now() - MAX_ON_ITS_WAY_MS;
    if (this.#allAtMs > sinceMs) return true;
    const kinds = [...this.#atMs].filter(([, atMs]) => atMs > sinceMs).map(([kind]) => kind);
    return kinds.length > 0 && isChangedBy(endpointId, new Set(kinds));
  }
}

/**
 * A part of a page that the server drew is not yet among what is read again when a change is told of while it is on its
 * way. It is read again when it is shown: while it is drawn nothing may change. Answers with what ends this.
 */
export function readAgainWhatComesLate(client: QueryClient, recent: RecentChanges): () => void {
  const drawnByServer = new WeakSet<Query>();
  const readAgain = ({ queryKey }: Query) => {
    if (recent.touch(queryKey[0])) void client.invalidateQueries({ queryKey, exact: true });
  };
  return client.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === "added" && query.state.data !== undefined) drawnByServer.add(query);
    else if (type === "observerAdded" && drawnByServer.delete(query)) readAgain(query);
    else if (type === "updated" && event.action.type === "setState") readAgain(query);
  });
}
