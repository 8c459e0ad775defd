import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { userBody } from "@/test/fixtures/sample-user";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: UserClient;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1000 });
  client = userClientOf(partner);
});
afterAll(endTests);

const LENGTHS = {
  firstName: 100,
  lastName: 100,
  accountPurpose: 200,
  address: 500,
  city: 100,
  region: 100,
  postalCode: 20,
} as const;
const REQUIRED = Object.keys(userBody());
const STRINGS = REQUIRED.filter((name) => name !== "isTermsOfServiceAccepted");
const UNSAFE = [
  "a\u0000b",
  "a\u0007b",
  "a\u001bb",
  "a\u202eb",
  "a\u2066b",
  "a\ufeffb",
  "a\ud800b",
  "a\u2028b",
];

const send = (changes: Record<string, unknown>) => client.create(userBody(changes));

test("an empty body reports every required field and no other", async () => {
  const fields = invalidFields(await client.create({}));
  expect(fields.sort()).toEqual(REQUIRED.map((name) => `${name}: isNotEmpty`).sort());
});

describe("missing", () => {
  test.each(REQUIRED)("%s", async (name) => {
    expect(invalidFields(await send({ [name]: undefined }))).toEqual([`${name}: isNotEmpty`]);
  });

  test("the idempotency key", async () => {
    expect(invalidFields(await client.create(userBody(), ""))).toEqual([
      "idempotency-key: isNotEmpty",
    ]);
    expect(invalidFields(await client.create(userBody(), "k".repeat(256)))).toEqual([
      "idempotency-key: isLength",
    ]);
  });
});

describe("of the wrong type", () => {
  test.each(STRINGS)("%s", async (name) => {
    for (const value of [null, 1, true, [], ["a"], {}])
      expect(invalidFields(await send({ [name]: value }))).toEqual([
        expect.stringMatching(new RegExp(`^${name}: is`)),
      ]);
  });

  test.each([false, "true", 1, null, []])("isTermsOfServiceAccepted %j", async (value) => {
    expect(invalidFields(await send({ isTermsOfServiceAccepted: value }))).toEqual([
      "isTermsOfServiceAccepted: equals",
    ]);
  });

  test.each(["[]", "null", '"text"', "{", "\u0000", '{"firstName": "a"'])(
    "the body %s",
    async (body) => {
      expect(invalidFields(await client.create(body))).toEqual(["body: isJson"]);
    },
  );
});

describe.each(Object.entries(LENGTHS))("%s, at most %i characters", (name, max) => {
  test("of length 0 and of blanks is refused", async () => {
    expect(invalidFields(await send({ [name]: "" }))).toEqual([`${name}: isNotEmpty`]);
    expect(invalidFields(await send({ [name]: "  " }))).toEqual([`${name}: isNotEmpty`]);
  });

  test("of length 1 and of the maximum length is accepted", async () => {
    expect((await send({ [name]: "x" })).status).toBe(201);
    expect((await send({ [name]: "é".repeat(max) })).status).toBe(201);
  });

  test("one longer is refused", async () => {
    expect(invalidFields(await send({ [name]: "x".repeat(max + 1) }))).toEqual([
      `${name}: maxLength`,
    ]);
  });

  test("with control, bidirectional or broken characters is refused", async () => {
    for (const value of UNSAFE.map((text) => text.slice(0, max)))
      expect(invalidFields(await send({ [name]: value }))).toEqual([`${name}: isText`]);
  });
});

test("line breaks are allowed only in an address", async () => {
  expect((await send({ address: "Flat 2\r\n12 St James Square\nLondon" })).status).toBe(201);
  for (const name of Object.keys(LENGTHS).filter((each) => each !== "address"))
    expect(invalidFields(await send({ [name]: "a\nb" }))).toEqual([`${name}: isText`]);
});

describe("email", () => {
  const longest = `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}example.com`;

  test.each([
    "a@example.com",
    "o'neil+cards@sub.example.co.uk",
    "news=jane%example.org&co!x/y@lists.example.com",
    "ivan@example.xn--p1ai",
    "jörg@münchen.example.de",
    "用户@例子.公司",
    "1@4.example",
    longest.slice(-254),
  ])("%s is taken", async (email) => {
    expect((await send({ email })).status).toBe(201);
  });

  test("is the same in another letter case and Unicode form", async () => {
    expect((await send({ email: "Renée.Strauß@example.com" })).status).toBe(201);
    for (const email of ["renée.strauß@EXAMPLE.com", "Renée.Strauß@example.com".normalize("NFD")])
      expectRefusal(await send({ email }), 400, "DUP_USER");
  });

  test.each([
    "plain",
    "@example.com",
    "a@",
    "a@b",
    "a@b.",
    "a@.example.com",
    "a@b..example.com",
    "a@-b.example.com",
    "a@b-.example.com",
    ".a@example.com",
    "a.@example.com",
    "a..b@example.com",
    '"a b"@example.com',
    "a@b@example.com",
    "<a@example.com>",
    "a@[192.0.2.1]",
    "a;b@example.com",
    "(a)@example.com",
    "a b@example.com",
    "a@example.com\u0000",
    "a@example.com\r\nBcc: x@example.com",
    "a@exam\u202eple.com",
    "a@example.com,b@example.com",
  ])("%j is refused", async (email) => {
    expect(invalidFields(await send({ email }))).toEqual(["email: isEmail"]);
  });

  test("an email of 255 characters is refused", async () => {
    const email = `${"a".repeat(255 - 12)}@example.com`;
    expect(email).toHaveLength(255);
    expect(invalidFields(await send({ email }))).toEqual(["email: maxLength"]);
  });
});

describe("phoneNumber", () => {
  test.each(["+14155552671", "+44 20 7946 0958", "+1 (415) 555-2671", "+1234567"])(
    "%s is taken",
    async (phoneNumber) => {
      expect((await send({ phoneNumber })).status).toBe(201);
    },
  );

  test.each([
    "",
    "14155552671",
    "+0123456789",
    "+123456",
    "+1234567890123456",
    "+1415555267a",
    "++14155552671",
    "+1 415\u0000555 2671",
    "+١٤١٥٥٥٥٢٦٧١",
  ])("%j is refused", async (phoneNumber) => {
    expect(invalidFields(await send({ phoneNumber }))).toEqual(["phoneNumber: isPhoneNumber"]);
  });
});

describe("ipAddress", () => {
  test.each(["1.2.3.4", "255.255.255.255", "2001:db8::1", "::1", "::ffff:1.2.3.4"])(
    "%s is taken",
    async (ipAddress) => {
      expect((await send({ ipAddress })).status).toBe(201);
    },
  );

  test.each(["", "1.2.3", "256.1.1.1", "1.2.3.4:80", "localhost", "1.2.3.4\u0000", ":::1"])(
    "%j is refused",
    async (ipAddress) => {
      expect(invalidFields(await send({ ipAddress }))).toEqual(["ipAddress: isIp"]);
    },
  );
});

describe("countryCode", () => {
  test.each(["NG", "GB", "AX"])("%s is taken", async (countryCode) => {
    expect((await send({ countryCode })).status).toBe(201);
  });

  test.each(["", "ng", "NGA", "UK", "XX", "ZZ", "N", "566", "NG\u0000"])(
    "%j is refused",
    async (countryCode) => {
      expect(invalidFields(await send({ countryCode }))).toEqual(["countryCode: isISO31661Alpha2"]);
    },
  );
});

describe("the body", () => {
  test("larger than 64 KiB is refused", async () => {
    expectRefusal(await send({ padding: "x".repeat(65 * 1024) }), 413, "PAYLOAD_TOO_LARGE");
  });

  test.each([
    [63, 201],
    [64, 400],
    [20_000, 400],
  ])("with something nested %i deep in it: %i", async (depth, status) => {
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const body = JSON.stringify(userBody()).replace(/}$/, `,"extra":${nested}}`);
    expect((await client.create(body)).status).toBe(status);
  });

  test("inherited property names in the body have no effect", async () => {
    const body = JSON.stringify(userBody()).replace(
      /}$/,
      ',"__proto__":{"status":"approved"},"constructor":1}',
    );
    const answer = await client.create(body);
    expect((await client.get(answer.json.data.serviceId)).json.data.status).toBe("pending");
  });
});

test("international names are stored unchanged", async () => {
  const names = [
    "Zoë",
    "Nguyễn",
    "Łukasz",
    "O’Connor-Smith",
    "李小龍",
    "Мария",
    "عائشة",
    "D'Angelo 👩🏽‍🚀",
  ];
  for (const firstName of names) {
    const { serviceId } = await client.make({ firstName });
    expect((await client.get(serviceId)).json.data.firstName).toBe(firstName);
  }
});

test("each created user was charged, and no refusal", async () => {
  const [row] = await sql("SELECT count(*) AS n FROM users WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  expect(await walletOf(partner.partnerId)).toBe(1000 - 2 * Number(row.n));
});
