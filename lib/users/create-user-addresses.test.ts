import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTests, makePartner } from "@/test/fixtures/make";
import { userBody } from "@/test/fixtures/sample-user";
import { invalidFields } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let client: UserClient;

beforeAll(async () => {
  client = userClientOf(await makePartner());
});
afterAll(endTests);

const send = (changes: Record<string, unknown>) => client.create(userBody(changes));

describe("program and walletAddress", () => {
  const walletAddress = "0x52908400098527886e0f7030069857d2e4169ee7";

  test.each(["", "Custodial", "noncustodial"])("program %j is refused", async (program) => {
    expect(invalidFields(await send({ program }))).toEqual(["program: isIn"]);
  });

  test("non_custodial needs an address, custodial does not", async () => {
    const program = "non_custodial";
    expect(invalidFields(await send({ program }))).toEqual(["walletAddress: isNotEmpty"]);
    expect((await send({ program, walletAddress })).status).toBe(201);
    expect((await send({ walletAddress })).status).toBe(201);
  });

  test("a missing address is reported together with other errors", async () => {
    expect(invalidFields(await send({ program: "non_custodial", city: "" }))).toEqual([
      "city: isNotEmpty",
      "walletAddress: isNotEmpty",
    ]);
  });

  test.each([
    "",
    "0x",
    "0x1234",
    `${walletAddress}0`,
    walletAddress.replace("0x", ""),
    `0x${"g".repeat(40)}`,
  ])("address %j is refused", async (address) => {
    expect(invalidFields(await send({ program: "non_custodial", walletAddress: address }))).toEqual(
      ["walletAddress: matches"],
    );
  });

  test("address null is refused", async () => {
    expect(invalidFields(await send({ walletAddress: null }))).toEqual(["walletAddress: isString"]);
  });
});

describe("redirectUrl", () => {
  const base = "https://shop.example/";

  test.each([
    "https://shop.example",
    "https://shop.example:8443/done?a=b#c",
    base.padEnd(2048, "x"),
  ])("%s is taken", async (redirectUrl) => {
    expect((await send({ redirectUrl })).status).toBe(201);
  });

  test.each([
    "",
    "http://shop.example",
    "//shop.example",
    "/done",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "https:///shop.example/",
    "https://user:secret@shop.example/",
    "https://shop.example/\r\nSet-Cookie: a=b",
    "https://shop.example/\u0000",
    "https://shop.example/\u202e",
  ])("%j is refused", async (redirectUrl) => {
    expect(invalidFields(await send({ redirectUrl }))).toEqual(["redirectUrl: isHttpsUrl"]);
  });

  test("a redirectUrl of 2049 characters is refused", async () => {
    const redirectUrl = base.padEnd(2049, "x");
    expect(invalidFields(await send({ redirectUrl }))).toEqual(["redirectUrl: maxLength"]);
  });
});
