import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EventStream, Link } from "./link";

class FakeStream implements EventStream {
  isClosed = false;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();
  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(name, listener);
  }
  close(): void {
    this.isClosed = true;
  }
  send(name: string, data = ""): void {
    this.#listeners.get(name)?.({ data });
  }
}

const streams: FakeStream[] = [];
const last = () => {
  const stream = streams.at(-1);
  if (!stream) throw new Error("none was opened");
  return stream;
};
const callbacks = { onOpen: vi.fn(), onChange: vi.fn(), onLost: vi.fn() };
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  streams.length = 0;
  const open = () => {
    streams.push(new FakeStream());
    return last();
  };
  link = new Link({ ...callbacks, open });
  link.start();
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

test("passes on change notices and the opening", () => {
  last().send("open");
  last().send("change", '["cards","wallet"]');
  expect(callbacks.onOpen).toHaveBeenCalledTimes(1);
  expect(callbacks.onChange.mock.calls).toEqual([[["cards", "wallet"]]]);
});

test("a single cut is reopened silently", () => {
  last().send("open");
  last().send("error");
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(streams).toHaveLength(2);
  last().send("open");
  expect(callbacks.onOpen).toHaveBeenCalledTimes(2);
  expect(callbacks.onLost).not.toHaveBeenCalled();
});

test("a failed reopening is reported once and retried with growing pauses up to 30 s", () => {
  last().send("open");
  for (let failure = 0; failure < 20; failure += 1) {
    last().send("error");
    const before = streams.length;
    vi.advanceTimersByTime(30_000);
    expect(streams).toHaveLength(before + 1);
  }
  expect(callbacks.onLost).toHaveBeenCalledTimes(1);
  last().send("open");
  expect(callbacks.onOpen).toHaveBeenCalledTimes(2);
});

test("silence for longer than two beats counts as a cut", () => {
  last().send("open");
  for (let beat = 0; beat < 10; beat += 1) {
    vi.advanceTimersByTime(40_000);
    last().send(beat % 2 === 0 ? "beat" : "change", "[]");
  }
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(52_000);
  expect(streams).toHaveLength(2);
});

test("a stream that never opens is treated like a cut one", () => {
  vi.advanceTimersByTime(52_000);
  expect(streams[0]?.isClosed).toBe(true);
  expect(streams).toHaveLength(2);
});

test("a stopped link stays closed; a restarted one opens once", () => {
  last().send("open");
  link.stop();
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(streams).toHaveLength(1);
  link.start();
  link.start();
  expect(streams).toHaveLength(2);
});
