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
const told = { onOpen: vi.fn(), onChange: vi.fn(), onLost: vi.fn() };
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  streams.length = 0;
  const open = () => {
    streams.push(new FakeStream());
    return last();
  };
  link = new Link({ ...told, open });
  link.start();
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

test("hands on what is told, and that it is open", () => {
  last().send("open");
  last().send("change", '["cards","wallet"]');
  expect(told.onOpen).toHaveBeenCalledTimes(1);
  expect(told.onChange.mock.calls).toEqual([[["cards", "wallet"]]]);
});

test("cut once, it is opened again and nobody is told", () => {
  last().send("open");
  last().send("error");
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(streams).toHaveLength(2);
  last().send("open");
  expect(told.onOpen).toHaveBeenCalledTimes(2);
  expect(told.onLost).not.toHaveBeenCalled();
});

test("what cannot be opened again is told of once, and tried less and less often, at least every 30 s", () => {
  last().send("open");
  for (let failure = 0; failure < 20; failure += 1) {
    last().send("error");
    const before = streams.length;
    vi.advanceTimersByTime(30_000);
    expect(streams).toHaveLength(before + 1);
  }
  expect(told.onLost).toHaveBeenCalledTimes(1);
  last().send("open");
  expect(told.onOpen).toHaveBeenCalledTimes(2);
});

test("silence for longer than two beats is a cut; beats and changes are none", () => {
  last().send("open");
  for (let beat = 0; beat < 10; beat += 1) {
    vi.advanceTimersByTime(40_000);
    last().send(beat % 2 === 0 ? "beat" : "change", "[]");
  }
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(52_000);
  expect(streams).toHaveLength(2);
});

test("one that never opens is given up like one that is cut", () => {
  vi.advanceTimersByTime(52_000);
  expect(streams[0]?.isClosed).toBe(true);
  expect(streams).toHaveLength(2);
});

test("stopped, it is closed and stays so; started again, it opens once", () => {
  last().send("open");
  link.stop();
  expect(last().isClosed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(streams).toHaveLength(1);
  link.start();
  link.start();
  expect(streams).toHaveLength(2);
});
