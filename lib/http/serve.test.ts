import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { serve } from "./serve";

const ping = contract({
  id: "ping",
  method: "POST",
  path: "/api/v1/partner/ping",
  tag: "Tests",
  summary: "Ping",
  body: z.object({}),
  data: z.object({ pong: z.number() }),
  status: 201,
  message: "Ponged",
  errors: ["CARD_NOT_FOUND", "ACTIVE_CARDS_EXIST", "CARD_DEBIT_LIMIT"],
  idempotency: "refuse",
  deprecatedSince: new Date("2026-11-21T00:00:00Z"),
  examples: { data: { pong: 1 } },
});

async function answerOf(run: () => unknown) {
  const request = new Request("http://127.0.0.1/", { method: "POST" });
  const response = await serve(ping, request, async () => run());
  return { status: response.status, json: await response.json(), headers: response.headers };
}

const refuse = (error: unknown) => () => {
  throw error;
};

describe("the envelope", () => {
  test("a success has the status, the contract's message and data, and nothing else", async () => {
    const { status, json, headers } = await answerOf(() => ({ pong: 7 }));
    expect(status).toBe(201);
    expect(json).toStrictEqual({ status: "success", message: "Ponged", data: { pong: 7 } });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
    expect(headers.get("deprecation")).toBe("@1795219200");
  });

  test("a refusal has its code and its text", async () => {
    const { status, json } = await answerOf(refuse(new ServiceError("CARD_NOT_FOUND")));
    const data = { error: "Card not found." };
    expect([status, json]).toEqual([404, { status: "error", message: "CARD_NOT_FOUND", data }]);
  });

  test("a refusal with more to say has it in data and in headers", async () => {
    const more = {
      text: "Two.",
      data: { activeCards: ["card_1"] },
      headers: { "Retry-After": "7" },
    };
    const { json, headers } = await answerOf(refuse(new ServiceError("ACTIVE_CARDS_EXIST", more)));
    expect(json.data).toStrictEqual({ error: "Two.", activeCards: ["card_1"] });
    expect(headers.get("retry-after")).toBe("7");
  });

  test("a 503 always has Retry-After, and a text that does not rule out a change", async () => {
    const unavailable = await answerOf(refuse(new ServiceError("SERVICE_UNAVAILABLE")));
    expect([unavailable.status, unavailable.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(unavailable.json.data.error).toMatch(/may have been made.* same idempotency key/);
    const known = new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "30" } });
    expect((await answerOf(refuse(known))).headers.get("retry-after")).toBe("30");
  });

  test("the 503 of a request that only reads speaks of no change", async () => {
    const { idempotency: _, body: __, ...rest } = ping;
    const read = contract({ ...rest, id: "readPing", method: "GET", status: 200 });
    const full = Object.assign(new Error("could not extend file"), { code: "53100" });
    const response = await serve(read, new Request("http://127.0.0.1/"), async () => {
      throw full;
    });
    const { error } = (await response.json()).data;
    expect([response.status, error]).toEqual([
      503,
      "The service is temporarily unavailable. Retry the request.",
    ]);
    const changed = await answerOf(refuse(full));
    expect(changed.json.data.error).toContain("may have been made");
  });

  test("a validation error has the message error, and a list of properties and rules", async () => {
    const fields = [{ property: "a", constraints: { min: "a must not be less than 5" } }];
    const { status, json } = await answerOf(refuse(new ValidationError(fields)));
    expect(status).toBe(400);
    expect(json).toStrictEqual({ status: "error", message: "error", data: { error: fields } });
  });

  test("the refusal of a used key has its text twice", async () => {
    const { json } = await answerOf(refuse(new ServiceError("DUPLICATE_IDEMPOTENCY_KEY")));
    const error = "Idempotency key has already been used";
    expect(json).toStrictEqual({ status: "error", message: error, data: { error } });
  });

  test("a fault has the request ID to quote, and shows nothing of its cause", async () => {
    const { status, json, headers } = await answerOf(refuse(new Error("SELECT secret FROM cards")));
    expect(status).toBe(500);
    expect(json.message).toBe("INTERNAL_ERROR");
    expect(JSON.stringify(json)).not.toContain("secret");
    expect(headers.get("x-request-id")).toMatch(/^req_/);
  });
});

/** Proves that the checks of responses against contracts detect deviations. */
describe("a use case that breaks its contract", () => {
  test("data that does not match the contract becomes 500", async () => {
    expect((await answerOf(() => ({ pong: "7" }))).status).toBe(500);
    expect((await answerOf(() => ({}))).status).toBe(500);
  });

  test("a field that the contract does not name becomes 500", async () => {
    expect((await answerOf(() => ({ pong: 7, cardNumber: "4000" }))).status).toBe(500);
  });

  test("a code that it does not name is thrown, for a test to see", async () => {
    const unnamed = answerOf(refuse(new ServiceError("INSUFFICIENT_FUNDS")));
    await expect(unnamed).rejects.toThrow(/INSUFFICIENT_FUNDS/);
  });

  test("data of an error that the reference does not describe is thrown too", async () => {
    const activeCards = ["card_1"];
    for (const [code, data] of [
      ["CARD_NOT_FOUND", { activeCards }],
      ["ACTIVE_CARDS_EXIST", { activeCards, owner: "usr_1" }],
      ["ACTIVE_CARDS_EXIST", {}],
    ] as const) {
      const answer = answerOf(refuse(new ServiceError(code, { data })));
      await expect(answer).rejects.toThrow(`${code} with other data`);
    }
  });
});
