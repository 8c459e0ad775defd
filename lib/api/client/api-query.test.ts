import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { silenceFetch } from "@/test/silent-fetch";
import { toApiError } from "./api-error";
import { apiQuery } from "./api-query";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a read that gets no response ends, so that it can be tried again", async () => {
  silenceFetch();
  const read = new QueryClient().fetchQuery({ ...apiQuery("getBalance", {}), retry: false });
  const failure = await read.catch(toApiError);
  expect(failure).toMatchObject({ code: "UNREACHABLE", isUnknown: true });
});

test("a read is carried out in a browser that cannot combine signals, and ends when its page is left", async () => {
  vi.stubGlobal("AbortSignal", { timeout: AbortSignal.timeout });
  const data = { availableBalance: 12 };
  const answers = [Promise.resolve(Response.json({ status: "success", message: "", data }))];
  let sent: AbortSignal | null | undefined;
  vi.stubGlobal("fetch", (_: unknown, { signal }: RequestInit) => {
    sent = signal;
    return answers.shift() ?? new Promise(() => {});
  });
  const client = new QueryClient();
  const query = { ...apiQuery("getBalance", {}), retry: false };
  expect(await client.fetchQuery(query)).toEqual(data);
  expect(sent?.aborted).toBe(false);
  client.fetchQuery(query).catch(() => undefined);
  await client.cancelQueries(query);
  expect(sent?.aborted).toBe(true);
});
