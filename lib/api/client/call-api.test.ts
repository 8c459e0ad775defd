import { afterEach, expect, test, vi } from "vitest";
import type { ApiError } from "./api-error";
import { callApi, sendApi } from "./call-api";
import { notePageReader } from "./page-reader";

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status, headers })),
  );
const sent = () => vi.mocked(fetch).mock.calls[0];
const failure = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error) => error,
  );

afterEach(() => void vi.unstubAllGlobals());

test("fills the path, writes the query and omits absent values", async () => {
  answer({ status: "success", data: { cards: [] } });
  await callApi("listUserCards", {
    params: { serviceId: "usr/../1" },
    query: { skip: 50, limit: undefined },
  });
  expect(sent()?.[0]).toBe("/api/v1/partner/card/users/usr%2F..%2F1/cards?skip=50");
});

test("sends a body as JSON, with the idempotency key", async () => {
  answer({ status: "success", data: {} });
  const body = { serviceCardId: "card_1", amount: 5 };
  expect(await sendApi("fundCard", { body }, { idempotencyKey: "key-1" })).toEqual({});
  expect(sent()?.[1]).toMatchObject({
    method: "POST",
    headers: { "Content-Type": "application/json", "idempotency-key": "key-1" },
    body: JSON.stringify(body),
  });
});

test("names the reader of the page, so that another person's session is not used", async () => {
  answer({ status: "success", data: {} });
  const headersOf = async () => {
    await callApi("getBalance", {});
    return vi.mocked(fetch).mock.lastCall?.[1]?.headers;
  };
  notePageReader({ personId: "psn_1", partnerId: "ptn_1" });
  expect(await headersOf()).toEqual({ "X-Page-Reader": "psn_1 ptn_1" });
  notePageReader({ personId: "psn_1", partnerId: null });
  expect(await headersOf()).toEqual({ "X-Page-Reader": "psn_1" });
  notePageReader(undefined);
  expect(await headersOf()).toEqual({});
});

test("a refusal has its code, text, request id and further data", async () => {
  const data = { error: "Terminate every card.", activeCards: ["card_1"] };
  answer({ status: "error", message: "ACTIVE_CARDS_EXIST", data }, 409, {
    "X-Request-Id": "req_1",
    "Retry-After": "7",
  });
  const error = await failure(sendApi("deleteUser", { params: { serviceId: "usr_1" } }));
  expect(error).toMatchObject({
    status: 409,
    code: "ACTIVE_CARDS_EXIST",
    text: "Terminate every card.",
    data: { activeCards: ["card_1"] },
    requestId: "req_1",
    retryAfterS: 7,
    isUnknown: false,
  });
});

test("the error whose message is a text has a code too", async () => {
  const text = "Idempotency key has already been used";
  answer({ status: "error", message: text, data: { error: text } }, 400);
  const error = await failure(sendApi("fundCard", { body: { serviceCardId: "c", amount: 5 } }));
  expect(error).toMatchObject({ code: "DUPLICATE_IDEMPOTENCY_KEY", text, isUnknown: false });
});

test("invalid fields are listed one by one", async () => {
  const fields = [{ property: "amount", constraints: { min: "amount must not be less than 5" } }];
  answer({ status: "error", message: "error", data: { error: fields } }, 400);
  const error = await failure(sendApi("fundCard", { body: { serviceCardId: "c", amount: 1 } }));
  expect(error.code).toBe("VALIDATION");
  expect(error.fields).toEqual({ amount: "amount must not be less than 5" });
});

test("without a response, or with a foreign one, the outcome is unknown", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await failure(callApi("getBalance", {}))).toMatchObject({
    code: "UNREACHABLE",
    isUnknown: true,
  });
  vi.stubGlobal("fetch", async () => new Response("<html>Bad gateway</html>", { status: 502 }));
  expect(await failure(callApi("getBalance", {}))).toMatchObject({
    code: "INTERNAL_ERROR",
    text: "The service did not answer properly. It may be restarting.",
    status: 502,
    isUnknown: true,
  });
});

test("a success without the envelope is an error", async () => {
  answer({ hello: "you" });
  const error = await failure(callApi("getBalance", {}));
  expect(error).toMatchObject({ status: 200, isUnknown: true });
});

test("a success with a truncated body has an unknown outcome", async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError("cut off")) });
  vi.stubGlobal("fetch", async () => new Response(cut));
  const error = await failure(sendApi("fundCard", { body: { serviceCardId: "c", amount: 5 } }));
  expect(error).toMatchObject({ status: 200, isUnknown: true });
});
