import { describe, expect, test } from "vitest";
import { fundCardContract } from "@/lib/cards/contract";
import type { RequestEntry } from "./request-entry";
import { toRow } from "./to-row";

const entry = (changes: Partial<RequestEntry>): RequestEntry => ({
  requestId: "req_1",
  partnerId: "ptn_1",
  keyId: "key_1",
  personId: undefined,
  contract: fundCardContract,
  method: "POST",
  url: "http://127.0.0.1:3000/api/v1/partner/card/fund",
  idempotencyKey: null,
  body: undefined,
  status: 200,
  data: {},
  refusal: undefined,
  durationMs: 1,
  at: new Date(),
  ...changes,
});
const pathOf = (path: string) =>
  toRow(entry({ url: `http://127.0.0.1:3000/api/v1/partner/card/${path}` })).path;

describe("a card number", () => {
  test.each([
    ["4242424242424242", "[card number]"],
    ["4242%204242%204242%204242", "[card number]"],
    ["4242-4242%2d4242-4242", "[card number]"],
    ["%34242424242424242/a", "[card number]/a"],
    ["4242%C2%A04242%C2%A04242%C2%A04242%00", "[card number]%00"],
    ["4242424242424242%FF", "[card number]%25FF"],
  ])("in the path is not stored: %s", (path, shown) => {
    expect(pathOf(path)).toBe(`/api/v1/partner/card/${shown}`);
  });

  test("at the end of a long path or idempotency key is not stored in part", () => {
    expect(pathOf(`${"a".repeat(2_015)}/4242424242424242`)).not.toMatch(/\d{2}/);
    const idempotencyKey = `${"k".repeat(242)}-4242424242424242`;
    expect(toRow(entry({ idempotencyKey })).idempotencyKey).toBe(`${"k".repeat(242)}-[card number`);
  });
});

test("a path without a card number is stored as it was sent", () => {
  expect(pathOf("card%5f1%20%F0%9F%99%82%2F..")).toBe(
    "/api/v1/partner/card/card%5f1%20%F0%9F%99%82%2F..",
  );
});
