import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "@/lib/kernel/durations";
import { inRequest, setCallerId, setCredential } from "@/lib/kernel/request-context";
import { downloadResponse } from "./csv-response";
import {
  countOpenDownloads,
  MAX_OPEN_DOWNLOADS,
  MAX_OPEN_DOWNLOADS_OF_PARTNER,
} from "./open-downloads";

// The caller is checked again in the database, which test/matrix/revoked-exports.test.ts has.
vi.mock("@/lib/db/caller-recheck", () => ({ callerRecheck: () => async () => undefined }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  // No test leaves a download open, whichever way it ended.
  expect(countOpenDownloads()).toBe(0);
});

const FILE = { fileName: "rows.csv", mediaType: "text/csv" };

/** Parts without end, or until `failAt`, which record how many were read. */
function source(failAt = Number.POSITIVE_INFINITY) {
  const state = { read: 0, isEnded: false };
  async function* parts(): AsyncGenerator<string, void> {
    try {
      for (;;) {
        if (state.read === failAt) throw new Error("the database is away");
        state.read += 1;
        yield `part ${state.read}\n`;
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state, parts: parts() };
}

/** Opens a download for a person, by default always the same one. */
const open = (parts: AsyncIterable<string>, personId = "per_1") =>
  inRequest("req_test", async () => {
    setCredential({ sessionId: `ses_${personId}`, personId });
    return downloadResponse(FILE, parts);
  });

/** Opens a download with an API key of a partner. */
const openByKey = (partnerId: string, keyId: string) =>
  inRequest("req_test", async () => {
    setCallerId(partnerId);
    setCredential({ keyId });
    return downloadResponse(FILE, source().parts);
  });

function readerOf({ body }: Response) {
  if (!body) throw new Error("no body");
  return body.getReader();
}

async function* whole() {
  yield "all of it\n";
}

test("a person's fifth open download is refused before anything is read", async () => {
  const opened = await Promise.all(
    Array.from({ length: MAX_OPEN_DOWNLOADS }, () => open(source().parts)),
  );
  const fifth = source();
  await expect(open(fifth.parts)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    text: "You have 4 open downloads. Finish or cancel one of them, and then try again.",
    headers: { "Retry-After": "30" },
  });
  expect(fifth.state.read).toBe(0);
  const others = await open(source().parts, "per_2");
  await opened.pop()?.body?.cancel();
  opened.push(await open(source().parts));
  for (const { body } of [...opened, others]) await body?.cancel();
});

test("the keys of one partner together have a limited number of open downloads", async () => {
  const opened = await Promise.all(
    Array.from({ length: MAX_OPEN_DOWNLOADS_OF_PARTNER }, (_, n) => openByKey("ptn_1", `key_${n}`)),
  );
  const more = openByKey("ptn_1", "key_more");
  await expect(more).rejects.toMatchObject({
    code: "RATE_LIMITED",
    text: "Your company has 24 open downloads. Finish or cancel one of them, and then try again.",
    headers: { "Retry-After": "30" },
  });
  opened.push(await openByKey("ptn_2", "key_other"));
  await opened.shift()?.body?.cancel();
  // The refused download does not count for its key either.
  for (let n = 0; n < 2; n++) {
    const again = await openByKey("ptn_1", "key_more");
    await again.body?.cancel();
  }
  for (const { body } of opened) await body?.cancel();
});

test("a download stops counting when it is complete, cancelled or failed", async () => {
  expect(await (await open(whole())).text()).toBe("all of it\n");
  expect(countOpenDownloads()).toBe(0);
  await (await open(source().parts)).body?.cancel();
  expect(countOpenDownloads()).toBe(0);
  await expect(open(source(0).parts)).rejects.toThrow("the database is away");
  expect(countOpenDownloads()).toBe(0);
  await expect((await open(source(2).parts)).text()).rejects.toThrow("the database is away");
});

test("a download whose client takes nothing for a minute is aborted", async () => {
  const { state, parts } = source();
  const reader = readerOf(await open(parts));
  await reader.read();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  await reader.read();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(countOpenDownloads()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(countOpenDownloads()).toBe(0);
  await expect(reader.read()).rejects.toThrow("the client took nothing for too long");
  expect(state).toEqual({ read: 2, isEnded: true });
});

test("a download that nobody begins to read is aborted", async () => {
  const response = await open(source().parts);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect(response.text()).rejects.toThrow("the client took nothing for too long");
});

test("a download that is not complete after 15 minutes is aborted", async () => {
  const reader = readerOf(await open(source().parts));
  for (let minutes = 0; minutes < 15; minutes += 0.5) {
    await reader.read();
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  }
  await expect(reader.read()).rejects.toThrow("the download took too long");
});

test("a download is aborted while a part is being read, and that part is dropped", async () => {
  let arrive = (_: string) => {};
  async function* parts() {
    yield "first\n";
    yield await new Promise<string>((resolve) => {
      arrive = resolve;
    });
  }
  const reader = readerOf(await open(parts()));
  await reader.read();
  const next = expect(reader.read()).rejects.toThrow("the download took too long");
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  await next;
  arrive("late\n");
});

test("a large part is sent in pieces, so that a slow client takes something each minute", async () => {
  const text = "é".repeat(100_000);
  async function* parts() {
    yield text;
  }
  const reader = readerOf(await open(parts()));
  const pieces: Uint8Array[] = [];
  for (let piece = await reader.read(); piece.value; piece = await reader.read())
    pieces.push(piece.value);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  expect(Buffer.concat(pieces).toString()).toBe(text);
});
