import type { Query, QueryClient } from "@tanstack/react-query";
import { isChangedBy } from "./reads";

/** The longest time between the server's read of data and the arrival of the rendered part of the page. */
const MAX_ON_ITS_WAY_MS = 30_000;

/** The changes that were reported while a server-rendered part of a page may have been in transit. */
export class RecentChanges {
  #allAtMs = Number.NEGATIVE_INFINITY;
  readonly #atMs = new Map<string, number>();

  /** All changes up to now are unknown. */
  noteAll(): void {
    this.#allAtMs = performance.now();
  }

  note(kinds: readonly string[]): void {
    for (const kind of kinds) this.#atMs.set(kind, performance.now());
  }

  /** Returns whether an endpoint's response that arrives now may be older than one of the changes. */
  touch(endpointId: unknown): boolean {
    const sinceMs = performance.now() - MAX_ON_ITS_WAY_MS;
    if (this.#allAtMs > sinceMs) return true;
    const kinds = [...this.#atMs].filter(([, atMs]) => atMs > sinceMs).map(([kind]) => kind);
    return kinds.length > 0 && isChangedBy(endpointId, new Set(kinds));
  }
}

/**
 * Data that the server rendered is not in the query cache while it is in transit, so a change notice in that time does
 * not refetch it. This function refetches such data once it is displayed, because state must not change during
 * rendering. Returns a function that ends this.
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
