/** What goes into one field instead of what belongs there. Made by functions where a literal would be long. */
const deep = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const NESTING = 30_000;

/** JSON texts for a field's value. */
export const FIELD_TEXTS: Record<string, string> = {
  null: "null",
  true: "true",
  false: "false",
  zero: "0",
  "minus zero": "-0",
  "a number below zero": "-1",
  "a fraction": "1.5",
  "a huge number": "1e308",
  "a number beyond doubles": "1e999",
  "a long number": "9".repeat(5_000),
  "a long fraction": `0.${"1".repeat(5_000)}`,
  "an empty text": '""',
  "a blank text": '"   "',
  "a long text": JSON.stringify("a".repeat(40_000)),
  NUL: '"a\\u0000b"',
  "a lone surrogate": '"\\ud800"',
  "surrogates in the wrong order": '"\\udc00\\ud800"',
  "text that turns direction": '"\\u202e\\u2066gnp.exe"',
  "control characters": '"\\u0001\\u001b[31m\\u0085"',
  "a line break and a header": '"a\\r\\nX-Injected: 1"',
  "a byte order mark": '"\\ufeff"',
  emoji: '"👩‍👩‍👧‍👦🙂"',
  "a query of SQL": JSON.stringify("'; DROP TABLE cards; --"),
  "a formula": '"=HYPERLINK(\\"http://x\\")"',
  markup: '"<script>alert(1)</script>"',
  "a template": '"$\\u007b7*7}{{7*7}}%s%n"',
  "a path": '"../../../../etc/passwd"',
  "an array": "[]",
  "an array of arrays": "[[[]]]",
  "an array of many": `[${"1,".repeat(5_000)}1]`,
  "an object": "{}",
  "an object with operators": '{"$gt":"","$ne":null}',
  "an object with a prototype": '{"__proto__":{"isAdmin":true}}',
  "an object that would be text": '{"toString":"x","valueOf":1,"length":3}',
  "an array nested deep": deep(NESTING, "[", "]"),
  "an object nested deep": deep(6_000, '{"a":', "}"),
};

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Bodies that are no JSON object, or hardly one. */
export const BODIES: Record<string, string | Uint8Array> = {
  "half a brace": "{",
  "a brace too many": "{}}",
  "a comma too many": '{"amount":5,}',
  "single quotes": "{'amount':5}",
  "a comment": '{"amount":5} // five',
  NaN: '{"amount":NaN}',
  "a number with a zero before it": '{"amount":05}',
  "a hexadecimal number": '{"amount":0x10}',
  null: "null",
  "a number": "5",
  "a text": '"{}"',
  "an array": "[]",
  "an array of bodies": '[{"amount":5}]',
  blanks: " \n\t ",
  "a form": "amount=5&serviceCardId=card_1",
  XML: "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
  "a NUL": "\u0000",
  "UTF-8 cut short": bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe2, 0x82, 0x22, 0x7d),
  "an overlong form": bytes(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d),
  "a surrogate in UTF-8": bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d),
  "UTF-16": bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  "bytes of nothing known": bytes(0x00, 0xff, 0x80, 0x81, 0xfe),
  "arrays nested deep": deep(NESTING, "[", "]"),
  "objects nested deep": deep(6_000, '{"a":', "}"),
  "a deep field beside others": `{"x":${deep(NESTING, "[", "]")}}`,
  "64 KiB and a byte": `{"x":"${"a".repeat(64 * 1024 - 7)}"}`,
  "a megabyte": `{"x":"${"a".repeat(1_000_000)}"}`,
  "prototype keys": '{"__proto__":{"amount":5},"constructor":{"prototype":{"amount":5}}}',
  "the same key many times": `{${'"amount":5,'.repeat(4_000)}"amount":6}`,
  "very many keys": `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
};

/** Query strings, sent as they are. */
export const QUERIES = [
  "?skip=1&skip=2",
  "?limit=1&limit=2&limit=3",
  "?skip[]=1&limit[gt]=1",
  "?skip=%00&limit=%ff",
  "?limit=%E2%82",
  "?limit=1e9&skip=-1",
  `?skip=${"9".repeat(10_000)}`,
  "?serviceCardId=%00",
  "?serviceCardId=a&serviceCardId=b",
  "?serviceCardId=%ED%A0%80",
  "?status=pending&status=approved",
  "?status=%00",
  "?status=__proto__",
  "?reference=%00",
  "?reference=a&reference=b",
  `?reference=${"r".repeat(10_000)}`,
  "?__proto__=1&__proto__=2",
  "?constructor=1&hasOwnProperty=2&toString=3",
  `?${"a=1&".repeat(5_000)}`,
  "?=&&==&%",
  "?%zz=1",
];

/** What stands where an id belongs in the path, as a handler may be given it: decoded or not. */
export const PATH_IDS = [
  "",
  " ",
  "%00",
  "\u0000",
  "card_\u0000",
  "..",
  "../fund",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2f",
  "\ud800",
  "\u202egnp",
  "a".repeat(100_000),
  "__proto__",
  "constructor",
  "card_01k9x70c5r8e5t2v7w4y0z1a2b;",
  "card_01k9x70c5r8e5t2v7w4y0z1a2b%20",
  "' OR 1=1 --",
  "[object Object]",
];

/** Content types that are not JSON's, and one that is and says so in another way. */
export const MEDIA_TYPES = {
  wrong: [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonp",
    "application/json-patch+json",
    "",
    "json",
  ],
  right: ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"],
};
