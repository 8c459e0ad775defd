import { expect, test } from "vitest";
import { dayBytes, leafBytes, leafHash, type ProofJournal } from "./encode";
import { isSigned, publicKeyOf, signBytes, signingKeyOf } from "./keys";

const journal: ProofJournal = {
  journalId: "jrn_1",
  type: "kyc_fee",
  sourceId: "usr_1",
  at: "2026-11-21T10:00:00.000001Z",
  legs: [
    { account: "wallet:ptn_1", amountMicroUsd: "-5", version: "2", balanceAfterMicroUsd: "0" },
    { account: "fees", amountMicroUsd: "5", version: null, balanceAfterMicroUsd: null },
  ],
};

test("the bytes of a leaf are those of docs/verifiable-ledger.md", () => {
  const fields = [
    ...["ledger-leaf-1", "ptn_1", "jrn_1", "kyc_fee", "usr_1", "2026-11-21T10:00:00.000001Z", "2"],
    ...["wallet:ptn_1", "-5", "2", "0", "fees", "5", "", ""],
  ];
  const expected = fields
    .map((text) => text.length.toString(16).padStart(8, "0") + Buffer.from(text).toString("hex"))
    .join("");
  expect(leafBytes("ptn_1", journal).toString("hex")).toBe(`00${expected}`);
  expect(leafHash("ptn_1", journal)).toHaveLength(32);
});

test("a day begins with another byte, and has the fields of its signature", () => {
  const header = { partnerId: "p", day: "2026-11-21", leafCount: 3, root: "r", previous: "q" };
  const bytes = dayBytes({ ...header, keyId: "k" });
  expect(bytes[0]).toBe(2);
  expect(bytes.toString("latin1")).toMatch(/ledger-day-1.*p.*2026-11-21.*3.*r.*q.*k$/s);
});

test("the signature of the first test vector of RFC 8032 is made and accepted", () => {
  const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const key = signingKeyOf(Buffer.from(seed, "hex"));
  expect(Buffer.from(key.publicKey, "base64").toString("hex")).toBe(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  const signature = signBytes(key, Buffer.alloc(0));
  expect(Buffer.from(signature, "base64").toString("hex")).toMatch(
    /^e5564300c360ac729086e2cc806e828a/,
  );
  expect(isSigned(key, Buffer.alloc(0), signature)).toBe(true);
  expect(isSigned(key, Buffer.from("a"), signature)).toBe(false);
  expect(() => publicKeyOf("c2hvcnQ=")).toThrow("32 bytes");
});
