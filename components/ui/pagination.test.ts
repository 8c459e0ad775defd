import { expect, test } from "vitest";
import { totalText } from "./page-header";
import { rangeText } from "./pagination";

const counted = { limit: 50, total: 1_204 };
const limited = { limit: 50, total: 10_000, hasMoreThanTotal: true };

test.each([
  [{ ...counted, skip: 0, nextCursor: "c" }, "1–50 of 1,204"],
  [{ ...counted, skip: 1_200 }, "1,201–1,204 of 1,204"],
  [{ ...limited, skip: 0, nextCursor: "c" }, "1–50 of 10,000+"],
  [{ ...limited, skip: 10_050, nextCursor: "c" }, "10,051–10,100 of 10,000+"],
  [{ ...limited, skip: 10_100 }, "From 10,101 of 10,000+"],
  [{ ...limited, total: 70, skip: 50, nextCursor: "c", length: 20 }, "51–70 of 70+"],
])("the position %o is shown as %s", (place, text) => {
  expect(`${rangeText(place)} of ${totalText(place)}`).toBe(text);
});
