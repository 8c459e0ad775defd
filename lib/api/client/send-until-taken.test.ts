import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendUntilTaken } from "./send-until-taken";
import { Sender } from "./sender";

const upload = vi.fn(async (_: { file: Blob }) => "stored");
let sender: Sender<{ file: Blob }, string>;
const photo = () => new File(["x"], "image.jpg", { type: "image/jpeg", lastModified: 0 });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  upload.mockClear();
  const onDone = () => undefined;
  sender = new Sender({ effect: "change", timeoutMs: 30_000, perform: upload, onDone });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a file that looks like the one before it is sent too", async () => {
  sendUntilTaken(() => sender.send({ file: photo() }));
  await pass(50);
  expect(upload).toHaveBeenCalledTimes(1);
  sendUntilTaken(() => sender.send({ file: photo() }));
  await pass(50);
  expect(upload).toHaveBeenCalledTimes(1);
  await pass(2_000);
  expect(upload).toHaveBeenCalledTimes(2);
  await pass(10_000);
  expect(upload).toHaveBeenCalledTimes(2);
});

test("nothing is sent after the end", async () => {
  sender.send({ file: photo() });
  await pass(50);
  sendUntilTaken(() => sender.send({ file: photo() }))();
  await pass(10_000);
  expect(upload).toHaveBeenCalledTimes(1);
});
