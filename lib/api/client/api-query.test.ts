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
