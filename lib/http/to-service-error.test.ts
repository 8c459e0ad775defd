import { describe, expect, test, vi } from "vitest";
import { ServiceError } from "@/lib/kernel/errors";
import { refused } from "./envelope";
import { toServiceError } from "./to-service-error";

const withCode = (code: string) => Object.assign(new Error("quotes a row: (4000…)"), { code });

test("a ServiceError is returned unchanged", () => {
  const refusal = new ServiceError("CARD_NOT_FOUND");
  expect(toServiceError(refusal)).toBe(refusal);
});

/** Threat 25: the database restarts, is full or read-only, or another transaction holds a lock. */
describe("a temporary error becomes 503 and keeps its cause", () => {
  test.each([
    "57P01",
    "57P02",
    "57P03",
    "57P05",
    "57014",
    "55P03",
    "53100",
    "53200",
    "53300",
    "58030",
    "25006",
    "25P03",
    "25P04",
    "40001",
    "40P01",
    "08006",
    "08001",
    "ECONNREFUSED",
    "ECONNRESET",
    "ENOTFOUND",
    "ETIMEDOUT",
    "EPIPE",
    "EPROTO",
    "CERT_HAS_EXPIRED",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ])("code %s", (code) => {
    const cause = withCode(code);
    const error = toServiceError(cause);
    expect([error.code, error.status]).toEqual(["SERVICE_UNAVAILABLE", 503]);
    expect(error.cause).toBe(cause);
  });

  test.each([
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "timeout expired",
    "The server does not support SSL connections",
    "Client has encountered a connection error and is not queryable",
  ])("text %s", (text) => {
    expect(toServiceError(new Error(text)).code).toBe("SERVICE_UNAVAILABLE");
  });

  test("as a cause of another error, or one of several", () => {
    const inner = withCode("ECONNREFUSED");
    expect(toServiceError(new Error("query failed", { cause: inner })).status).toBe(503);
    expect(toServiceError(new AggregateError([new Error("x"), inner])).status).toBe(503);
  });
});

describe("every other error becomes 500, without details in the response", () => {
  test.each([
    ["a broken rule of the database", withCode("PW003")],
    ["a duplicate", withCode("23505")],
    ["a text that cannot be stored", withCode("22021")],
    ["a programming error", new TypeError("x is not a function")],
    ["a text that was thrown", "boom"],
    ["undefined", undefined],
    ["null", null],
  ])("%s", (_, thrown) => {
    const error = toServiceError(thrown);
    expect([error.code, error.status]).toEqual(["INTERNAL_ERROR", 500]);
    expect(error.cause).toBe(thrown);
    expect(error.text).not.toContain("4000");
    expect(error.text).not.toContain("boom");
  });
});

describe("a refusal from another copy of the module, as of another bundle", () => {
  const copy = async () => {
    vi.resetModules();
    const other = await import("@/lib/kernel/errors");
    expect(other.ServiceError).not.toBe(ServiceError);
    return other;
  };

  test("is itself, with its headers", async () => {
    const { ServiceError: Other } = await copy();
    const refusal = new Other("RATE_LIMITED", { headers: { "Retry-After": "5" } });
    expect(toServiceError(refusal)).toBe(refusal);
  });

  test("names its fields", async () => {
    const { ValidationError: Other } = await copy();
    const fields = [{ property: "chain", constraints: { isText: "must be text" } }];
    const answer = refused(toServiceError(new Other(fields)), {});
    expect(JSON.parse(answer.text)).toEqual({
      status: "error",
      message: "error",
      data: { error: fields },
    });
  });
});
