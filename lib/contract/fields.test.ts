import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { fieldErrors } from "./field-errors";
import {
  amountUsd,
  evmAddress,
  httpsUrl,
  instant,
  multilineText,
  oneLine,
  opaque,
  pageQuery,
  text,
} from "./fields";

/** The names of the rules that a value breaks. */
function broken(schema: z.ZodType, value: unknown): string[] {
  const parsed = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
  if (parsed.success) return [];
  return fieldErrors(parsed.error.issues).flatMap(({ constraints }) => Object.keys(constraints));
}

describe("text for people", () => {
  const schema = text(1, 10);

  test.each([
    "a",
    "Amara-Zoë",
    "名前",
    "🙂".repeat(10),
    "❤\ufe0f",
    "a\u200db",
    "a  b",
    "<b>",
    "=1+1",
    "O'Neil",
  ])("may be %j", (value) => expect(broken(schema, value)).toEqual([]));

  test.each([
    ["", "isNotEmpty"],
    ["   ", "isNotEmpty"],
    ["\u200b", "isNotEmpty"],
    ["\u00ad \u2060", "isNotEmpty"],
    ["\u3164\ufe0f", "isNotEmpty"],
    ["a".repeat(11), "maxLength"],
    ["🙂".repeat(11), "maxLength"],
    ["a\u0000", "isText"],
    ["a\nb", "isText"],
    ["a\u007f", "isText"],
    ["a\u0085", "isText"],
    ["\u202eabc", "isText"],
    ["\u2066abc\u2069", "isText"],
    ["\u200fabc", "isText"],
    ["\u061cabc", "isText"],
    ["a\u2028b", "isText"],
    ["a\u2029b", "isText"],
    ["\ufeffabc", "isText"],
    ["\ud83d", "isText"],
    [5, "isString"],
    [null, "isString"],
    [undefined, "isNotEmpty"],
  ])("may not be %j", (value, rule) => expect(broken(schema, value)).toContain(rule));
});

test("texts are checked in a browser that cannot say whether a text is well-formed", () => {
  const missing = vi.spyOn(String.prototype, "isWellFormed").mockImplementation(() => {
    throw new TypeError("value.isWellFormed is not a function");
  });
  try {
    for (const schema of [text(1, 10), multilineText(1, 10), opaque(1, 10)]) {
      expect(broken(schema, "🙂 ok")).toEqual([]);
      expect(broken(schema, "a\ud83d")).toEqual(["isText"]);
    }
    expect(broken(httpsUrl, "https://example.com/")).toEqual([]);
  } finally {
    missing.mockRestore();
  }
});

describe("text of several lines", () => {
  const schema = multilineText(1, 14);

  test.each(["12 Main St", "Flat 2\n12 Rd", "Flat 2\r\n12 Rd", "a\rb", "a\n\nb"])(
    "may be %j",
    (value) => expect(broken(schema, value)).toEqual([]),
  );

  test.each([
    ["", "isNotEmpty"],
    ["\n\n", "isNotEmpty"],
    ["\u200b\n\u200b", "isNotEmpty"],
    ["a".repeat(15), "maxLength"],
    ["a\tb", "isText"],
    ["a\u0000", "isText"],
    ["a\u2028b", "isText"],
    ["\u202eabc", "isText"],
    ["\ud83d", "isText"],
    [5, "isString"],
  ])("may not be %j", (value, rule) => expect(broken(schema, value)).toContain(rule));
});

describe("opaque text", () => {
  const schema = opaque(1, 10);

  test.each(["\u202e", "\n\t\u0001", " ", "\ufeff", "<>&'\""])("may be %j", (value) =>
    expect(broken(schema, value)).toEqual([]),
  );

  test.each([
    ["", "isNotEmpty"],
    ["a".repeat(11), "maxLength"],
    ["\u0000", "isText"],
    ["\udc00", "isText"],
    [{}, "isString"],
  ])("may not be %j", (value, rule) => expect(broken(schema, value)).toContain(rule));
});

describe("opaque text among what people read", () => {
  test.each([
    ["\u202eorder 7", " order 7"],
    ["a\r\nb\u2028c", "a  b c"],
    ["\u2066a\u2069\u061c", " a  "],
    ["名前 🙂 <b>", "名前 🙂 <b>"],
  ])("%j is shown as %j", (value, shown) => expect(oneLine(value)).toBe(shown));
});

describe("a refused address of a receiver says what is wrong with it", () => {
  const textOf = (value: string) => {
    const parsed = z.object({ url: httpsUrl }).safeParse({ url: value });
    return parsed.error ? fieldErrors(parsed.error.issues)[0]?.constraints.isHttpsUrl : undefined;
  };

  test.each([
    "http://a.example/",
    "a.example",
    "https://",
    "https://a b/",
    "http://u:p@a.example/",
  ])("refuses %j", (value) => expect(textOf(value)).toBe("url must be an https:// URL"));

  test.each(["https://u:p@a.example/", "https://u@a.example/"])("%j holds credentials", (value) =>
    expect(textOf(value)).toMatch(/without a user name or password in it$/),
  );
});

describe("an address on a chain", () => {
  test.each([
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x52908400098527886e0f7030069857d2e4169ee7",
    `0x${"0".repeat(40)}`,
  ])("may be %s", (value) => expect(broken(evmAddress, value)).toEqual([]));

  test.each([
    "52908400098527886E0F7030069857D2E4169EE7",
    "0X52908400098527886E0F7030069857D2E4169EE7",
    `0x${"0".repeat(39)}`,
    `0x${"0".repeat(41)}`,
    `0x${"g".repeat(40)}`,
    `0x${"0".repeat(40)}\n`,
    ` 0x${"0".repeat(40)}`,
    "vitalik.eth",
    "",
  ])("may not be %j", (value) => expect(broken(evmAddress, value)).not.toEqual([]));
});

test("an amount leaves as micro-USD", () => {
  expect(amountUsd({ min: 5 }).parse(5.25)).toBe(5_250_000n);
  expect(amountUsd({ above: 0 }).parse(0.01)).toBe(10_000n);
  expect(broken(amountUsd({ above: 0 }), 0)).toEqual(["min"]);
  expect(broken(amountUsd({}), 1_000_000_000.01)).toContain("max");
});

describe("an instant", () => {
  test.each([
    ["2026-11-21T09:40:00Z", "2026-11-21T09:40:00.000Z"],
    ["2026-11-21T09:40:00.123456Z", "2026-11-21T09:40:00.123Z"],
    ["2026-11-21T11:40:00+02:00", "2026-11-21T09:40:00.000Z"],
    ["2028-02-29T00:00:00-11:30", "2028-02-29T11:30:00.000Z"],
  ])("%s is %s", (value, expected) => {
    expect(instant.parse(value).toISOString()).toBe(expected);
  });

  test.each([
    "",
    "now",
    "2026-11-21",
    "2026-11-21T09:40:00",
    "2026-11-21T09:40Z",
    "2026-11-21 09:40:00Z",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T09:40:60Z",
    "2026-11-21T09:40:00+0200",
    "+012026-11-21T09:40:00Z",
    " 2026-11-21T09:40:00Z",
    "2026-11-21T09:40:00Z\u0000",
  ])("is not %j", (value) => expect(broken(instant, value)).toEqual(["isISO8601"]));

  test.each([null, 1_795_254_000, { at: "2026-11-21T09:40:00Z" }])("is a text, not %j", (value) =>
    expect(broken(instant, value)).toEqual(["isString"]),
  );
});

test("a page starts at 0 with 50, and never has more than 100", () => {
  const page = z.object(pageQuery);
  expect(page.parse({})).toEqual({ skip: 0, limit: 50 });
  expect(page.parse({ skip: "7", limit: "250" })).toEqual({ skip: 7, limit: 100 });
});

describe("the list of wrong fields", () => {
  const schema = z.object({
    name: text(2, 3),
    tags: z
      .array(z.enum(["a", "b"]))
      .min(1)
      .max(2),
    agreed: z.literal(true),
    nested: z.object({ count: z.int() }),
  });
  const errorsOf = (value: unknown) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    return fieldErrors(parsed.error?.issues ?? []);
  };

  test("has one entry per property, and every broken rule of it with a text that names it", () => {
    expect(
      errorsOf({ name: "\u0000", tags: ["c"], agreed: false, nested: { count: 1.5 } }),
    ).toEqual([
      {
        property: "name",
        constraints: {
          minLength: "name must be at least 2 characters",
          isText:
            "name must not contain control characters, nor ones that set the direction of text",
        },
      },
      { property: "tags.0", constraints: { isIn: "tags.0 must be one of: a, b" } },
      { property: "agreed", constraints: { equals: "agreed must be true" } },
      { property: "nested.count", constraints: { isInt: "nested.count must be an integer" } },
    ]);
  });

  test("says of what is not there that it should not be empty", () => {
    expect(
      errorsOf({}).map(({ property, constraints }) => [property, Object.keys(constraints)]),
    ).toEqual([
      ["name", ["isNotEmpty"]],
      ["tags", ["isNotEmpty"]],
      ["agreed", ["isNotEmpty"]],
      ["nested", ["isNotEmpty"]],
    ]);
  });
});
