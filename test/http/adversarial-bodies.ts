const filled = (size: number, unit: string, before = "", after = "") =>
  before + unit.repeat(Math.floor((size - before.length - after.length) / unit.length)) + after;
const keys = (count: number, nameOf: (index: number) => string | number) =>
  `{${Array.from({ length: count }, (_, index) => `"${nameOf(index)}":0`).join()}}`;

const DEPTH = 60;
const MAX_ARRAY_INDEX = 4_294_967_294;

/** JSON texts of about `size` bytes for which some JSON parser has needed more than linear time. */
export const ADVERSARIAL_BODIES: Record<string, (size: number) => string> = {
  "a number with zeros before its last digit": (size) => filled(size, "0", '{"a":1', "1}"),
  "a fraction of zeros": (size) => filled(size, "0", '{"a":0.', "1}"),
  "a long number with an exponent": (size) => filled(size, "9", '{"a":', "e-99999}"),
  "a long exponent": (size) => filled(size, "9", '{"a":1e', "}"),
  "many long numbers": (size) => filled(size, "12345678901234567890,", '{"a":[', "1]}"),
  "many zeros in many numbers": (size) => filled(size, "1000000000000000000001,", '{"a":[', "1]}"),
  "lists within lists": (size) =>
    filled(size, "[],", `{"a":${"[".repeat(DEPTH)}`, `1${"]".repeat(DEPTH)}}`),
  "brackets alone": (size) => filled(size, "[", '{"a":'),
  "braces alone": (size) => filled(size, '{"a":'),
  "many keys": (size) => keys(size / 10, (index) => index),
  "keys like the last array indices": (size) => keys(size / 15, (index) => MAX_ARRAY_INDEX - index),
  "one key many times": (size) => filled(size, '"amount":5,', "{", '"amount":5}'),
  "prototype keys": (size) => filled(size, '"__proto__":{},', "{", '"constructor":{}}'),
  escapes: (size) => filled(size, "\\u0000", '{"a":"', '"}'),
  surrogates: (size) => filled(size, "\\ud800", '{"a":"', '"}'),
  backslashes: (size) => filled(size, "\\\\", '{"a":"', '"}'),
  blanks: (size) => filled(size, " ", '{"a":1', "}"),
};

/** Units whose repetition can make a regular expression backtrack excessively. */
const UNITS = [
  ..."a 0 1 9 . - _ @ / : , ; % # & = + * ? ( ) [ ] { } < > \\ $ ^ | ~ ! '".split(" "),
  ...[" ", "\t", "\n", "\u0301", "é", "🙂", "a.", "a@", "a-", "0x", "1,", "https://", "a b "],
];

/** Texts of `size` characters that end with characters which no field accepts. */
export const ADVERSARIAL_TEXTS: Record<string, (size: number) => string> = Object.fromEntries(
  UNITS.map((unit) => [
    `many ${JSON.stringify(unit)}`,
    (size) => filled(size, unit, "", "\u0001!"),
  ]),
);
