import { describe, expect, test } from "vitest";
import { CONTRACTS } from "@/lib/api/openapi/contracts";
import { buildDocument } from "@/lib/api/openapi/document";
import { errorCodesOf } from "@/lib/api/openapi/error-responses";
import { ERRORS } from "@/lib/kernel/errors";
import { EVENT_TYPES } from "@/lib/webhooks/events";
import { indexOf } from "./index-of";
import { readReference } from "./read-reference";
import type { Shape } from "./reference";

const settings = { environment: "staging", baseUrl: "https://cards.example.com" } as const;
const reference = readReference(buildDocument(settings));
const operations = reference.groups.flatMap((group) => group.operations);
const byId = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const fieldOf = (shape: Shape | undefined, name: string) =>
  shape?.fields?.find((field) => field.name === name);

describe("contents of the reference", () => {
  test("each contract and event is listed once, in a group", () => {
    const calls = operations.filter(({ isEvent }) => !isEvent);
    const events = operations.filter(({ isEvent }) => isEvent);
    expect(calls.map(({ id }) => id).sort()).toEqual(CONTRACTS.map(({ id }) => id).sort());
    expect(events.map(({ path }) => path).sort()).toEqual([...EVENT_TYPES].sort());
  });

  test("operations that production does not serve are not in its reference", () => {
    const production = readReference(buildDocument({ ...settings, environment: "production" }));
    expect(production.groups.map(({ name }) => name)).not.toContain("Sandbox");
    expect(reference.groups.map(({ name }) => name)).toContain("Sandbox");
  });

  test("each operation lists every error code with its meaning", () => {
    for (const contract of CONTRACTS) {
      const expected = errorCodesOf(contract).map((code) => ERRORS[code]);
      const { errors } = byId(contract.id);
      expect(errors.map(({ status, meaning }) => `${status} ${meaning}`).sort()).toEqual(
        expected.map(([status, text]) => `${status} ${text}`).sort(),
      );
      for (const { code } of errors) expect(code).not.toBe("");
    }
  });

  test("an operation is found by its path and its error codes", () => {
    const entries = indexOf(reference).flatMap((group) => group.entries);
    const found = (word: string) =>
      entries.filter(({ words }) => words.includes(word)).map(({ id }) => id);
    expect(found("crypto_card_fund_blocked")).toEqual(["fundCard"]);
    expect(found("/card/terminate/")).toEqual(["terminateCard"]);
  });
});

describe("descriptions of values", () => {
  test("limits, steps, lengths and choices are shown as rules", () => {
    const { body } = byId("fundCard");
    expect(fieldOf(body?.shape, "amount")).toMatchObject({
      isRequired: true,
      shape: { type: "number", rules: ["5 to 10,000"] },
    });
    expect(fieldOf(body?.shape, "reference")).toMatchObject({
      isRequired: false,
      shape: { rules: ["at most 4,096 characters"] },
    });
    expect(fieldOf(body?.shape, "serviceCardId")?.shape.rules).toEqual(["not empty"]);
    const created = byId("createCard").body?.shape;
    expect(fieldOf(created, "amount")?.shape.rules).toContain("more than 0");
    expect(fieldOf(created, "fundingType")?.shape.rules).toEqual([
      "one of `float`, `crypto`",
      "`float` when left out",
    ]);
  });

  test("a response field that refers to a schema shows that schema's fields", () => {
    const cards = fieldOf(byId("listCards").answer.body?.shape, "cards")?.shape;
    expect(cards?.type).toBe("array of objects");
    expect(fieldOf(cards, "last4")).toBeDefined();
  });

  test("a nullable value is marked", () => {
    expect(fieldOf(byId("getProfile").answer.body?.shape, "redirectUrl")?.shape.type).toBe(
      "string or null",
    );
  });

  test("the variants of an event are listed together, at any nesting", () => {
    const data = fieldOf(byId("onCardTransactionEvent").body?.shape, "data")?.shape;
    expect(data?.variants).toHaveLength(4);
    for (const variant of data?.variants ?? []) expect(fieldOf(variant, "type")).toBeDefined();
  });
});

describe("content that the reference cannot show is an error", () => {
  const spoilt = (spoil: (body: Record<string, unknown>) => void) => {
    const document = JSON.parse(JSON.stringify(buildDocument(settings)));
    spoil(document.components.schemas.FundCardRequest.properties);
    return () => readReference(document);
  };

  test.each<[string, unknown]>([
    ["a keyword that it does not know", { type: "string", contentEncoding: "base64" }],
    ["a reference to nothing", { $ref: "#/components/schemas/Nobody" }],
  ])("%s", (_, schema) => {
    expect(spoilt(() => {})).not.toThrow();
    expect(
      spoilt((properties) => {
        properties.amount = schema;
      }),
    ).toThrow();
  });
});
