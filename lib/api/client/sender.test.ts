import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error";
import { inFlight, noteDismissal, onAbandoned } from "./in-flight";
import { Sender } from "./sender";

const perform = vi.fn<(input: string, signal: AbortSignal) => Promise<string>>();
const onDone = vi.fn();
let sender: Sender<string, string>;
let browser: { onLine: boolean };

/** As `fetch`: pending until it is aborted. */
const hang = (_input: string, signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  browser = { onLine: true };
  vi.stubGlobal("navigator", browser);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  perform.mockReset().mockResolvedValue("done");
  onDone.mockReset();
  sender = new Sender({ effect: "once", timeoutMs: 30_000, perform, onDone });
});
afterEach(() => {
  for (const request of inFlight()) request.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("sends and reports the response", async () => {
  expect(sender.send("a")).toBe(true);
  expect(sender.state().isBusy).toBe(true);
  await pass(0);
  expect(onDone).toHaveBeenCalledWith("done");
  expect(sender.state()).toEqual({ isBusy: false, failure: undefined });
});

test("a double click sends one request, although the first one is answered before the second press", async () => {
  sender.send("a");
  await pass(20);
  expect(sender.state().isBusy).toBe(false);
  expect(sender.send("a")).toBe(false);
  await pass(300);
  expect(sender.send("a")).toBe(false);
  expect(perform).toHaveBeenCalledTimes(1);
});

test("two files of one name are two inputs, and the same file is one", async () => {
  const upload = vi.fn(async () => "done");
  const options = { effect: "change" as const, timeoutMs: 30_000, perform: upload, onDone };
  const uploads = new Sender<{ name: string; file: Blob }, string>(options);
  const photo = (content: string) => ({
    name: "image.jpg",
    file: new File([content], "image.jpg", { type: "image/jpeg", lastModified: 0 }),
  });
  expect(uploads.send(photo("the receipt"))).toBe(true);
  await pass(20);
  expect(uploads.send(photo("the broken parcel"))).toBe(true);
  await pass(20);
  expect(uploads.send(photo("the broken parcel"))).toBe(false);
  expect(upload).toHaveBeenCalledTimes(2);
});

test("a held key sends one request, and a later press another one", async () => {
  for (let press = 0; press < 60; press++) {
    sender.send("a");
    await pass(30);
  }
  expect(perform).toHaveBeenCalledTimes(1);
  await pass(700);
  expect(sender.send("a")).toBe(true);
});

test("nothing is sent while a request is under way", async () => {
  perform.mockImplementation(hang);
  sender.send("a");
  await pass(1_000);
  expect(sender.send("b")).toBe(false);
  expect(perform).toHaveBeenCalledTimes(1);
});

test("after a refusal another request can be sent immediately", async () => {
  perform.mockRejectedValueOnce(
    new ApiError({ status: 400, code: "PASSWORD_INVALID", text: "No" }),
  );
  sender.send("a");
  await pass(10);
  expect(sender.state().failure?.code).toBe("PASSWORD_INVALID");
  expect(sender.send("a")).toBe(true);
});

test("after an unknown outcome the request can be repeated immediately only if a repetition has no second effect", async () => {
  perform.mockRejectedValue(new TypeError("connection lost"));
  sender.send("a");
  await pass(10);
  expect(sender.send("a")).toBe(true);
  await pass(10);
  sender.options = { ...sender.options, effect: "change" };
  await pass(1_000);
  expect(sender.send("a")).toBe(true);
  await pass(10);
  expect(sender.send("a")).toBe(false);
});

test("a failure says what sending the request again does", async () => {
  perform.mockRejectedValue(new TypeError("connection lost"));
  sender.send("a");
  await pass(10);
  expect(sender.state().failure).toMatchObject({ isUnknown: true, effect: "once" });
  sender.options = { ...sender.options, effect: "change" };
  sender.send("b");
  await pass(10);
  expect(sender.state().failure).toMatchObject({ isUnknown: true, effect: "change" });
});

test("an error after a success does not make the outcome unknown: the change was made", async () => {
  const cause = new TypeError("onDone has a fault");
  onDone.mockImplementation(() => {
    throw cause;
  });
  sender.send("a");
  await pass(10);
  const { isBusy, failure } = sender.state();
  expect(isBusy).toBe(false);
  expect(failure).toMatchObject({ code: "NOT_SHOWN", isUnknown: false, isDone: true, cause });
  expect(failure?.text).toContain("Reload the page");
  // The same press once more is still a double click.
  expect(sender.send("a")).toBe(false);
});

test("an error while the answer to a read is shown is not a change that was made", async () => {
  onDone.mockRejectedValue(
    new ApiError({ code: "UNREACHABLE", text: "No response was received." }),
  );
  sender.options = { ...sender.options, effect: "none" };
  sender.send("a");
  await pass(10);
  expect(sender.state().failure).toMatchObject({ isUnknown: false, isDone: false });
});

test("offline: fails immediately; no request is sent, also not later", async () => {
  browser.onLine = false;
  sender.send("a");
  await pass(0);
  expect(sender.state().failure).toMatchObject({ code: "OFFLINE", isUnknown: false });
  expect(sender.state().failure?.text).toContain("You’re offline. Nothing was sent.");
  browser.onLine = true;
  await pass(60_000);
  expect(perform).not.toHaveBeenCalled();
});

test("offline after an unknown outcome: the outcome stays unknown", async () => {
  perform.mockRejectedValueOnce(new TypeError("connection lost"));
  sender.send("a");
  await pass(1_000);
  browser.onLine = false;
  sender.send("a");
  await pass(0);
  expect(sender.state().failure).toMatchObject({ code: "OFFLINE", isUnknown: true });
});

test("a service that answers although the browser reports no network is not offline", async () => {
  browser.onLine = false;
  vi.stubGlobal("fetch", async () => new Response("{}"));
  sender.send("a");
  await pass(0);
  expect(onDone).toHaveBeenCalled();
});

test("after 5 s it is slow, until the person keeps waiting; after 30 s the outcome is unknown", async () => {
  perform.mockImplementation(hang);
  sender.send("a");
  await pass(4_900);
  expect(inFlight().map(({ isSlow }) => isSlow)).toEqual([false]);
  await pass(200);
  expect(inFlight().map(({ isSlow }) => isSlow)).toEqual([true]);
  inFlight()[0]?.keepWaiting();
  expect(inFlight().map(({ isSlow }) => isSlow)).toEqual([false]);
  await pass(25_000);
  expect(inFlight()).toEqual([]);
  expect(sender.state().failure).toMatchObject({ code: "TIMEOUT", isUnknown: true });
});

test("a request that is cancelled while it is sent has an unknown outcome", async () => {
  perform.mockImplementation(hang);
  sender.send("a");
  await pass(6_000);
  inFlight()[0]?.stop();
  await pass(0);
  expect(sender.state()).toMatchObject({ isBusy: false, failure: { code: "STOPPED" } });
  expect(sender.state().failure?.isUnknown).toBe(true);
});

test("closing a dialog aborts its request immediately, and reports the abandoned request", async () => {
  perform.mockImplementation(hang);
  const abandoned = vi.fn();
  const stop = onAbandoned(abandoned);
  sender.send("a");
  await pass(100);
  noteDismissal();
  sender.detach();
  expect(perform.mock.lastCall?.[1].aborted).toBe(true);
  expect(abandoned).toHaveBeenCalledWith("once");
  stop();
});

test("a form that goes away by itself leaves the answer a moment, and then ends its request", async () => {
  perform.mockImplementation(hang);
  await pass(10_000);
  sender.send("a");
  await pass(100);
  sender.detach();
  expect(perform.mock.lastCall?.[1].aborted).toBe(false);
  await pass(2_000);
  expect(perform.mock.lastCall?.[1].aborted).toBe(true);
});

test("a form that is closed before the request has left sends nothing", async () => {
  browser.onLine = false;
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)));
  sender.send("a");
  noteDismissal();
  sender.detach();
  answer(new Response("{}"));
  await pass(5_000);
  expect(perform).not.toHaveBeenCalled();
});

test("a form that is closed while its fields are checked sends nothing", async () => {
  // The check of the fields waits for a file, and ends after the form was closed.
  noteDismissal();
  sender.detach();
  expect(sender.send("a")).toBe(false);
  await pass(5_000);
  expect(perform).not.toHaveBeenCalled();
  expect(inFlight()).toEqual([]);
});

test("a form that is mounted again sends", async () => {
  sender.detach();
  sender.attach();
  expect(sender.send("a")).toBe(true);
  await pass(0);
  expect(onDone).toHaveBeenCalledWith("done");
});
