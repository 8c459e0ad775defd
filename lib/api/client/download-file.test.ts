import { afterEach, expect, test, vi } from "vitest";
import { toApiError } from "./api-error";
import { downloadFile, fileNameOf } from "./download-file";

const respond = (response: Response) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => response),
  );
const failureOf = (path = "/api/v1/partner/export/statement") =>
  downloadFile(path, new AbortController().signal).then(
    () => Promise.reject(new Error("it succeeded")),
    toApiError,
  );

afterEach(() => void vi.unstubAllGlobals());

test("returns the content and the name of a file", async () => {
  const headers = { "Content-Disposition": 'attachment; filename="statement-2026-11.csv"' };
  respond(new Response("Date,Amount\r\n", { headers }));
  const { name, content } = await downloadFile("/api/a", new AbortController().signal);
  expect([name, await content.text()]).toEqual(["statement-2026-11.csv", "Date,Amount\r\n"]);
});

test("the name in UTF-8 comes before the one in ASCII", () => {
  expect(fileNameOf(`attachment; filename="Zo_.pdf"; filename*=UTF-8''Zo%C3%AB%27s.pdf`)).toBe(
    "Zoë's.pdf",
  );
  expect(fileNameOf(null)).toBe("download");
});

test("a refused request fails with its text and the time to wait", async () => {
  const refusal = { status: "error", message: "RATE_LIMITED", data: { error: "Too many." } };
  const headers = { "Retry-After": "30", "X-Request-Id": "req_1" };
  respond(Response.json(refusal, { status: 429, headers }));
  expect(await failureOf()).toMatchObject({
    code: "RATE_LIMITED",
    text: "Too many.",
    retryAfterS: 30,
    requestId: "req_1",
  });
});

test("a page of a proxy is no file", async () => {
  respond(new Response("<h1>Sign in to the network</h1>"));
  expect(await failureOf()).toMatchObject({ code: "INTERNAL_ERROR" });
});

test("a file whose end is missing fails, and so does a service that is not reached", async () => {
  const headers = { "Content-Disposition": 'attachment; filename="a.csv"' };
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("Date,Amount\r\n"));
      controller.error(new TypeError("the connection was closed"));
    },
  });
  respond(new Response(broken, { headers }));
  expect((await failureOf()).text).toContain("before the file was complete");
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.reject(new TypeError("Failed to fetch"))),
  );
  expect(await failureOf()).toMatchObject({ code: "UNREACHABLE" });
});
