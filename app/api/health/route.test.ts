import { expect, test } from "vitest";
import { expectRefusal } from "@/test/http/expect-answer";
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "./route";

test("answers that the process is alive, though no database is there", async () => {
  const response = GET();
  expect(response.status).toBe(200);
  expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({ status: "success", message: "Alive", data: {} });
});

test.each(Object.entries({ POST, PUT, PATCH, DELETE }))("%s is not taken", async (_, handler) => {
  const response = handler();
  const { status, headers } = response;
  expectRefusal({ status, headers, json: await response.json() }, 405, "METHOD_NOT_ALLOWED");
  expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(headers.get("x-request-id")).toMatch(/^req_/);
});

test("OPTIONS names what is taken", () => {
  const response = OPTIONS();
  expect(response.status).toBe(204);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});
