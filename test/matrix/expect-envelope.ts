import { expect } from "vitest";
import type { Answer } from "@/test/http/call";

/** Words of the database, the runtime and the code that no response may contain. */
const INSIDES =
  /postgres|sqlstate|syntax error at|invalid input|node_modules|\.ts:|\bat \w+ \(|pg_|PW00\d/i;

/**
 * Expects a status below 500, exactly the envelope, and no internal details. The service itself checks that the data
 * matches the contract: a response that does not is a 500 here.
 */
export function expectEnvelope(answer: Answer, what: string): void {
  const { status, json, headers } = answer;
  expect(status, `${what}: ${JSON.stringify(json)}`).toBeLessThan(500);
  expect(headers.get("content-type"), what).toBe("application/json; charset=utf-8");
  expect(headers.get("x-request-id"), what).toMatch(/^req_/);
  expect(headers.get("x-injected"), what).toBeNull();
  expect(Object.keys(json), what).toEqual(["status", "message", "data"]);
  expect(json.status, what).toBe(status < 300 ? "success" : "error");
  expect(typeof json.message, what).toBe("string");
  expect(json.message, what).not.toBe("");
  if (status >= 400) {
    expect(JSON.stringify(json), what).not.toMatch(INSIDES);
    if (json.message === "error") expect(Array.isArray(json.data.error), what).toBe(true);
    else expect(typeof json.data.error, what).toBe("string");
  }
}
