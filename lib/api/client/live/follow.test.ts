import { dehydrate, hydrate, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followChanges } from "./follow";

/** A fake of the browser's EventSource, which a test controls. */
class Stream extends EventTarget {
  static last: Stream;
  constructor() {
    super();
    Stream.last = this;
  }
  close(): void {}
  tell(name: string, data = ""): void {
    this.dispatchEvent(Object.assign(new Event(name), { data }));
  }
}

const read = vi.fn(async () => "as it is now");
let client: QueryClient;
let leaving: AbortController;

beforeEach(() => {
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.useFakeTimers();
  read.mockClear();
  leaving = new AbortController();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  followChanges(client, "/live", leaving.signal);
});
afterEach(() => {
  leaving.abort();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part of the page comes as the server drew it. */
function bring(queryKey: string[]): void {
  const server = new QueryClient();
  server.setQueryData(queryKey, "as it was");
  hydrate(client, dehydrate(server));
}

/** It comes, and is shown. */
function show(endpoint: string): () => void {
  const queryKey = [endpoint, "1"];
  bring(queryKey);
  expect(read).not.toHaveBeenCalled();
  return new QueryObserver(client, { queryKey, queryFn: read }).subscribe(() => {});
}

test("data that the server rendered before the stream was open is read again", async () => {
  Stream.last.tell("open");
  show("getCard");
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toHaveBeenCalledTimes(1);
});

test("a query that was loading during a change notice is read again, and others are not", async () => {
  Stream.last.tell("open");
  await vi.advanceTimersByTimeAsync(31_000);
  Stream.last.tell("change", '["cards"]');
  await vi.advanceTimersByTimeAsync(2_000);
  show("listUsers");
  await vi.advanceTimersByTimeAsync(10);
  expect(read).not.toHaveBeenCalled();
  show("getCard");
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toHaveBeenCalledTimes(1);
});

test("older changes cause no read", async () => {
  Stream.last.tell("open");
  Stream.last.tell("change", '["cards"]');
  await vi.advanceTimersByTimeAsync(31_000);
  show("getCard");
  await vi.advanceTimersByTimeAsync(10);
  expect(read).not.toHaveBeenCalled();
});

test("shown data that is restored from before a change is read again", async () => {
  Stream.last.tell("open");
  await vi.advanceTimersByTimeAsync(31_000);
  show("getCard");
  Stream.last.tell("change", '["cards"]');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(read).toHaveBeenCalledTimes(1);
  bring(["getCard", "1"]);
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toHaveBeenCalledTimes(2);
});
