import { expect, test } from "vitest";
import { merchantDetails } from "./merchant";

test.each([
  ["SQ *COFFEE   BAR      BERLIN", "SQ *COFFEE BAR BERLIN"],
  ["  Deutsche Bahn \n", "Deutsche Bahn"],
  [`${"A".repeat(99)}  B`, "A".repeat(99)],
  [" \t ", ""],
  [null, ""],
])("the merchant %j is stored as %j, as a page shows it", (name, merchantName) => {
  const details = merchantDetails({
    ...{ name, countryCode: "DE", categoryCode: "5812", isCash: false },
  });
  expect(details.merchantName).toBe(merchantName);
});
