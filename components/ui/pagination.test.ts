import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { totalText } from "./page-header";
import { Pagination, rangeText } from "./pagination";

// The page is on the second page of its list.
vi.mock("./address", () => ({
  useAddress: () => ({ params: new URLSearchParams("skip=50&cursor=c"), withParams: () => "/" }),
}));

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

/** The text of a pagination on that page. */
const shown = (place: ComponentProps<typeof Pagination>) =>
  renderToStaticMarkup(createElement(Pagination, place)).replace(/<[^>]*>/g, " ");

test("a list whose position is in the address has it from there, after a cursor", () => {
  expect(shown({ limit: 50, total: 120, skip: 0 })).toContain("51–100 of 120");
});

test("a list beside it has its own position", () => {
  const onGo = () => {};
  expect(shown({ limit: 50, total: 3, skip: 0, onGo })).toBe("");
  expect(shown({ limit: 50, total: 120, skip: 100, onGo })).toContain("101–120 of 120");
});
