import { expect, test } from "vitest";
import { replaceFigures } from "./page.ts";

test("new figures replace the old ones of a page and nothing else", () => {
  const page = "# A\n<!-- figures -->\nold\n<!-- end of figures -->\nrest\n";
  expect(replaceFigures(page, "new")).toBe(
    "# A\n<!-- figures -->\n\nnew\n\n<!-- end of figures -->\nrest\n",
  );
  expect(() => replaceFigures("# A\n", "new")).toThrow("no place for figures");
});
