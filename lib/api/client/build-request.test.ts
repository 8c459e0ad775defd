import { expect, test } from "vitest";
import { setOwnApprovalContract } from "@/lib/withdrawals/own-approvals/contract";
import { buildRequest } from "./build-request";

const bodyOf = (above: number | null) => {
  const { init } = buildRequest("setOwnApproval", { body: { above, password: "secret" } });
  return JSON.parse(String(init.body));
};

test("what is not a number is sent as a text, which the service refuses: null would remove a limit", () => {
  for (const above of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(bodyOf(above).above).toBe(String(above));
    expect(setOwnApprovalContract.body?.safeParse(bodyOf(above)).success).toBe(false);
  }
  expect(bodyOf(12.5).above).toBe(12.5);
  expect(bodyOf(null).above).toBeNull();
});
