import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { downloadResponse } from "@/lib/contract/csv/csv-response";
import { countOpenDownloads } from "@/lib/contract/csv/open-downloads";
import { inRequest, setCredential } from "@/lib/kernel/request-context";
import { answerApi } from "./answer-api.ts";
import type { Handler } from "./route-table.ts";

// The caller is checked again in the database, which test/matrix/revoked-exports.test.ts has.
vi.mock("@/lib/db/caller-recheck", () => ({ callerRecheck: () => async () => undefined }));

const MEGABYTE = "x".repeat(1_048_576);
async function* endless() {
  for (;;) yield MEGABYTE;
}
async function* failing() {
  yield MEGABYTE;
  throw new Error("the database is away");
}
const download =
  (parts: () => AsyncIterable<string>): Handler =>
  () =>
    inRequest("req_test", async () => {
      setCredential({ sessionId: "ses_1", personId: "per_1" });
      return downloadResponse({ fileName: "x.csv", mediaType: "text/csv" }, parts());
    });
const routes = {
  "/api/download": { GET: download(endless) },
  "/api/failing": { GET: download(failing) },
};

const logFault = vi.fn();
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(answerApi({ routes, logFault }, "127.0.0.1:1")(() => undefined)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(["gzip", "identity"])(
  "a client that disconnects from a download that it does not read ends it (%s)",
  async (encoding) => {
    const leaving = new AbortController();
    const headers = { "accept-encoding": encoding };
    const { status } = await fetch(`${url}/download`, { signal: leaving.signal, headers });
    expect([status, countOpenDownloads()]).toEqual([200, 1]);
    leaving.abort();
    await expect.poll(countOpenDownloads).toBe(0);
  },
);

test.each(["gzip", "identity"])(
  "a download that is aborted is broken for its client (%s)",
  async (encoding) => {
    logFault.mockClear();
    const response = await fetch(`${url}/failing`, { headers: { "accept-encoding": encoding } });
    await expect(response.text()).rejects.toThrow("terminated");
    await expect.poll(countOpenDownloads).toBe(0);
    expect(logFault).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ cause: new Error("the database is away") }),
    );
  },
);

test("HEAD of a download leaves none open", async () => {
  expect((await fetch(`${url}/download`, { method: "HEAD" })).status).toBe(200);
  await expect.poll(countOpenDownloads).toBe(0);
});
