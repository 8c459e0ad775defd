import { expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "../env";

const [one, other] = ["a".repeat(64), "b".repeat(64)];
const staging = {
  ...testEnvironment("postgresql://postgres@127.0.0.1:5432/test"),
  BASE_URL: "https://cards.example.com",
  NEXTAUTH_URL: "https://cards.example.com",
};

/** The names of the settings that are reported. */
function faultsOf(settings: Record<string, string>): string[] {
  try {
    readEnv({ ...staging, ...settings });
    return [];
  } catch (error) {
    const [, ...lines] = (error as Error).message.split("\n");
    return lines.map((line) => line.trim().split(" ")[0] ?? "");
  }
}

test("signed approvals are off by default, and 0 signs all", () => {
  expect(readEnv(staging).APPROVAL_SIGNATURE_ABOVE_USD).toBeUndefined();
  const all = readEnv({ ...staging, APPROVAL_SIGNATURE_ABOVE_USD: "0" });
  expect(all).toMatchObject({ APPROVAL_SIGNATURE_ABOVE_USD: 0n, APPROVAL_SIGNATURES: 1 });
  const some = readEnv({ ...staging, APPROVAL_SIGNATURE_ABOVE_USD: "2500.50" });
  expect(some.APPROVAL_SIGNATURE_ABOVE_USD).toBe(2_500_500_000n);
});

test("APPROVER_KEYS has the approver of each key", () => {
  const { APPROVER_KEYS: keys } = readEnv({
    ...staging,
    APPROVER_KEYS: `ines@example.com=${one}, tom=${other}`,
  });
  expect([...(keys ?? [])]).toEqual([
    [one, "ines@example.com"],
    [other, "tom"],
  ]);
});

test.each(["ines", `ines=${one.slice(1)}`, `ines=${one},ines=${one}`, `=${one}`, `a b=${one}`])(
  "APPROVER_KEYS may not be %j",
  (keys) => {
    expect(faultsOf({ APPROVER_KEYS: keys })).toEqual(["APPROVER_KEYS"]);
  },
);

test("production requires the keys, staging does not", () => {
  const above = { APPROVAL_SIGNATURE_ABOVE_USD: "0" };
  expect(faultsOf(above)).toEqual([]);
  expect(faultsOf({ ...above, SERVICE_ENVIRONMENT: "production" })).toContain("APPROVER_KEYS");
  const keys = { APPROVER_KEYS: `ines=${one}` };
  expect(faultsOf({ ...above, ...keys, SERVICE_ENVIRONMENT: "production" })).not.toContain(
    "APPROVER_KEYS",
  );
});

test("the keys must be those of as many approvers as must sign", () => {
  const two = { APPROVAL_SIGNATURE_ABOVE_USD: "0", APPROVAL_SIGNATURES: "2" };
  expect(faultsOf({ ...two, APPROVER_KEYS: `ines=${one},ines=${other}` })).toEqual([
    "APPROVER_KEYS",
  ]);
  expect(faultsOf({ ...two, APPROVER_KEYS: `ines=${one},tom=${other}` })).toEqual([]);
  expect(faultsOf({ APPROVAL_SIGNATURES: "3" })).toEqual(["APPROVAL_SIGNATURES"]);
});

test("passkeys need a host name", () => {
  const address = { BASE_URL: "http://127.0.0.1:3000", NEXTAUTH_URL: "http://127.0.0.1:3000" };
  expect(faultsOf({ ...address, APPROVAL_SIGNATURE_ABOVE_USD: "0" })).toEqual(["BASE_URL"]);
  expect(faultsOf(address)).toEqual([]);
});
