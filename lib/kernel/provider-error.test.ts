import { expect, test } from "vitest";
import {
  isProviderRefused,
  isProviderUnavailable,
  ProviderRefused,
  ProviderUnavailable,
} from "./provider-error";

test("the text has operation, status, code and the provider's request id", () => {
  const failure = { provider: "stripe", operation: "issueCard", status: 402, code: "x_y" };
  expect(new ProviderRefused({ ...failure, requestId: "req_1" }).message).toBe(
    "stripe refused issueCard (status 402, x_y, request req_1)",
  );
  expect(new ProviderUnavailable({ provider: "lithic", operation: "revealCard" }).message).toBe(
    "lithic was unavailable for revealCard",
  );
});

test("the two kinds are distinguished, and from other errors", () => {
  const failure = { provider: "stripe", operation: "issueCard" };
  const [refused, unavailable] = [new ProviderRefused(failure), new ProviderUnavailable(failure)];
  const errors = [refused, unavailable, new Error("x"), undefined];
  expect(errors.map(isProviderRefused)).toEqual([true, false, false, false]);
  expect(errors.map(isProviderUnavailable)).toEqual([false, true, false, false]);
});
