import { expect, test } from "vitest";
import { isChangedBy } from "./reads";

test.each([
  ["listCards", ["cards"], true],
  ["listCards", ["users", "wallet"], false],
  ["getBalance", ["withdrawals"], true],
  ["getOverview", ["users"], true],
  ["reviewWithdrawal", ["settings"], true],
  ["anything that is not listed", ["webhooks"], true],
])("%s is read again after %j: %s", (endpoint, kinds, expected) => {
  expect(isChangedBy(endpoint, new Set(kinds))).toBe(expected);
});
