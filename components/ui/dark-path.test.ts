import { encode } from "uqr";
import { expect, test } from "vitest";
import { darkPath } from "./dark-path";

/** The cells that a path covers. */
function cellsOf(path: string): string[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].flatMap(([, x, y, width, back]) => {
    expect(back).toBe(width);
    return Array.from({ length: Number(width) }, (_, index) => `${Number(x) + index},${y}`);
  });
}

test("a path covers each dark cell once, and no light one", () => {
  const { data } = encode("0x52908400098527886E0F7030069857D2E4169EE7", { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
  expect(dark.length).toBeGreaterThan(300);
  expect(cellsOf(darkPath(data))).toEqual(dark);
});

test("runs up to the end of a row are complete", () => {
  expect(
    darkPath([
      [true, true],
      [false, true],
      [false, false],
    ]),
  ).toBe("M0 0h2v1h-2zM1 1h1v1h-1z");
});
