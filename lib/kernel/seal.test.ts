import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { testEnvironment } from "@/test/environment";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const context = { partnerId: "ptn_1", rowId: "card_1", field: "number" };
const NUMBER = "4000001234567899";

/** The module as a process with this key ring loads it. */
async function withKeys(ring: string): Promise<typeof import("./seal")> {
  vi.resetModules();
  Object.assign(process.env, testEnvironment("postgresql://127.0.0.1/none"), { CARD_KEYS: ring });
  return import("./seal");
}

let crypto: typeof import("./seal");
beforeEach(async () => {
  crypto = await withKeys(`1:${key(1)}`);
});

describe("a sealed text", () => {
  test("opens for its partner, row and field, with any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(crypto.unseal(crypto.seal(text, context), context)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["partner", { ...context, partnerId: "ptn_2" }],
    ["row", { ...context, rowId: "card_2" }],
    ["field", { ...context, field: "cvv" }],
    ["split between partner and row", { ...context, partnerId: "ptn_1card", rowId: "_1" }],
  ])("does not open for another %s", (_, other) => {
    const sealed = crypto.seal(NUMBER, context);
    expect(() => crypto.unseal(sealed, other)).toThrow();
  });

  test("does not reveal the text, and differs each time", () => {
    const sealed = Array.from({ length: 50 }, () => crypto.seal(NUMBER, context));
    expect(new Set(sealed).size).toBe(50);
    for (const one of sealed) {
      expect(one).not.toContain(NUMBER);
      expect(Buffer.from(one.slice(2), "base64url").toString("latin1")).not.toContain(NUMBER);
    }
  });

  test("does not open when any bit of it was changed", () => {
    const sealed = crypto.seal(NUMBER, context);
    const bytes = Buffer.from(sealed.slice(2), "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const text = `1.${changed.toString("base64url")}`;
      expect(() => crypto.unseal(text, context), `bit ${bit}`).toThrow();
    }
  });

  test.each([
    ["nothing", ""],
    ["no version", "abc"],
    ["a tag cut short", "cut"],
    ["no body", "1."],
    ["a version that is no number", "x.AAAA"],
    ["an unknown version", `7.${Buffer.alloc(40).toString("base64url")}`],
  ])("that is %s does not open", (_, text) => {
    const sealed = crypto.seal("", context);
    const given = text === "cut" ? sealed.slice(0, -6) : text;
    expect(() => crypto.unseal(given, context)).toThrow();
  });

  test("the sealed CVV of a card does not open as its number", () => {
    const cvv = crypto.seal("123", { ...context, field: "cvv" });
    expect(() => crypto.unseal(cvv, context)).toThrow();
  });
});

describe("the key ring", () => {
  test("seals with the highest version in any order, and opens with all", async () => {
    const old = crypto.seal(NUMBER, context);
    const both = await withKeys(`2:${key(2)},1:${key(1)}`);
    expect(both.currentKeyVersion()).toBe(2);
    const fresh = both.seal(NUMBER, context);
    expect(fresh).toMatch(/^2\./);
    expect(old).toMatch(/^1\./);
    expect(both.unseal(old, context)).toBe(NUMBER);
    expect(both.unseal(fresh, context)).toBe(NUMBER);
  });

  test("10 is above 9", async () => {
    const ring = await withKeys(`9:${key(9)},10:${key(10)}`);
    expect(ring.currentKeyVersion()).toBe(10);
  });

  test("a version is part of the sealed text: a renumbered key does not open it", async () => {
    const old = crypto.seal(NUMBER, context);
    const same = await withKeys(`1:${key(1)},2:${key(1)}`);
    expect(() => same.unseal(old.replace("1.", "2."), context)).toThrow();
  });

  test("a key ring without the key of a text names the missing version", async () => {
    const old = crypto.seal(NUMBER, context);
    const newer = await withKeys(`2:${key(2)}`);
    expect(() => newer.unseal(old, context)).toThrow(/version 1/);
  });

  test("another key of the same version does not open it", async () => {
    const old = crypto.seal(NUMBER, context);
    const wrong = await withKeys(`1:${key(3)}`);
    expect(() => wrong.unseal(old, context)).toThrow();
  });
});

test("a new key opens before it seals: the configured key seals until all processes have the new one", async () => {
  const ring = `1:${key(1)},2:${key(2)}`;
  const newer = await withKeys(ring);
  const sealedWithNew = newer.seal(NUMBER, context);
  process.env.CARD_KEYS_SEAL_VERSION = "1";
  const careful = await withKeys(ring);
  expect(careful.seal(NUMBER, context)).toMatch(/^1\./);
  delete process.env.CARD_KEYS_SEAL_VERSION;
  expect(careful.unseal(sealedWithNew, context)).toBe(NUMBER);
  expect(sealedWithNew).toMatch(/^2\./);
});
