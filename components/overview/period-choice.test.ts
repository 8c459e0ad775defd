import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PeriodChoice } from "./period-choice";

let search: string;
vi.mock("@/components/ui/address", () => ({
  useAddress: () => ({ params: new URLSearchParams(search), withParams: () => "/" }),
}));

test.each([
  ["from=2026-11-01&to=2026-11-21", "1 Nov 2026 – 21 Nov 2026"],
  ["from=2026-11-21&to=2026-11-21", "21 Nov 2026"],
  // The figures are those of the last 180 days.
  ["from=2020-01-01&to=2026-11-21", "26 May 2026 – 21 Nov 2026"],
])("the period of %s is named by the days whose figures are shown", (address, name) => {
  search = address;
  expect(renderToStaticMarkup(createElement(PeriodChoice))).toContain(`Custom: ${name}<`);
});
