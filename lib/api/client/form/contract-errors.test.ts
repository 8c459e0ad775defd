import { expect, test } from "vitest";
import { isContract } from "@/lib/api/openapi/contracts";
import { contractErrors, FORM_IDS, loadContract } from "./contract-errors";

test.each(FORM_IDS)("the form of %s loads the contract of its endpoint", async (id) => {
  const contract = await loadContract(id);
  expect(isContract(contract) && contract.id).toBe(id);
});

test("a body has the errors of its contract", async () => {
  expect(await contractErrors("fundCard", { serviceCardId: "card_1", amount: 1 })).toEqual({
    amount: "Must be at least 5.",
  });
  expect(await contractErrors("fundCard", { serviceCardId: "card_1", amount: 5 })).toEqual({});
});
