import { describe, expect, test } from "vitest";
import { z } from "zod";
import { personal, secret } from "@/lib/contract/sensitive";
import { show } from "./show";

describe("of a schema", () => {
  const schema = z.object({
    amount: z.number(),
    note: z.string().optional(),
    pin: secret(z.string()),
    who: personal(z.object({ name: z.string() })).optional(),
    list: z.array(z.object({ id: z.string() })).nullable(),
  });

  test("marked fields are replaced by their mark, whatever their value", () => {
    expect(show(schema, { pin: "1234", who: { name: "Ada" } })).toEqual({
      pin: "[secret]",
      who: "[personal]",
    });
    expect(show(schema, { pin: { deep: ["1234"] }, who: 7 })).toEqual({
      pin: "[secret]",
      who: "[personal]",
    });
  });

  test("invalid scalar values are shown as sent", () => {
    expect(show(schema, { amount: "5", note: true })).toEqual({ amount: "5", note: true });
    expect(show(schema, { amount: { cvv: "123" }, note: ["a"], list: "x" })).toEqual({
      amount: "[not shown]",
      note: "[not shown]",
      list: "[not shown]",
    });
    expect(show(schema, ["a"])).toBe("[not shown]");
  });

  test("fields that the schema does not have are omitted, also in lists and with special names", () => {
    const given = JSON.parse(
      '{"amount":1,"cvv":"123","__proto__":{"note":"x"},"list":[{"id":"a","pin":"1"},null]}',
    );
    expect(show(schema, given)).toEqual({ amount: 1, list: [{ id: "a" }, null] });
  });

  test("a long list shows its first five objects and the number of the others", () => {
    const list = Array.from({ length: 8 }, (_, index) => ({ id: String(index) }));
    expect(show(schema, { list })).toEqual({ list: [...list.slice(0, 5), "[3 more]"] });
    expect(show(schema, { list: list.slice(0, 5) })).toEqual({ list: list.slice(0, 5) });
    const words = Array.from({ length: 30 }, (_, index) => `word ${index}`);
    expect(show(z.object({ words: z.array(z.string()) }), { words })).toEqual({ words });
  });

  test.each([
    ["4242424242424242", "[card number]"],
    ["my card 4242 4242 4242 4242, please", "my card [card number], please"],
    ["4000-0566-5566-5556", "[card number]"],
    ["378282246310005", "[card number]"],
    ["4242 4242 4242 4242 123", "[card number] 123"],
    ["4242424242424242 12/28 123", "[card number] 12/28 123"],
    ["123 4242-4242-4242-4242", "123 [card number]"],
    // Two possible numbers that share groups.
    ["2028-12 4242-4242-4242-4242", "[card number]"],
    ["4242424242424242 1228 ab", "[card number] 1228 ab"],
    ["4242 4242 4242 4242 5555555555554444", "[card number] [card number]"],
    ["4242\u00a04242\u00a04242\u00a04242", "[card number]"],
    ["4242424242424241", "4242424242424241"],
    ["0x4242424242424242424242424242424242424242", "0x4242424242424242424242424242424242424242"],
    ["txn_01k94242424242424242", "txn_01k94242424242424242"],
    ["4242424242424242a 4242424242424242", "4242424242424242a [card number]"],
    ["4242 4242, 4242 4242", "4242 4242, 4242 4242"],
    ["4242 4242  4242 4242", "4242 4242  4242 4242"],
    ["2026-11-21T09:36:00.000Z", "2026-11-21T09:36:00.000Z"],
    ["+4420712345", "+4420712345"],
  ])("a card number in a text is masked: %s", (note, shown) => {
    expect(show(schema, { note })).toEqual({ note: shown });
  });

  test("a card number that was sent as a number is masked", () => {
    expect(show(schema, { amount: 4242424242424242 })).toEqual({ amount: "[not shown]" });
  });
});
