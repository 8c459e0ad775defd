import { expect, test, vi } from "vitest";
import { beginDocument } from "./text-document";

const WIDTH_PT = 200;
const STYLE = { sizePt: 9 };

test("a text that is too wide is cut after the last character that fits, with few measurements", async () => {
  const { pdf, write } = await beginDocument({ size: "A4" });
  const written = vi.spyOn(pdf, "text");
  const measured = vi.spyOn(pdf, "widthOfString");
  const text = "Refund of the cancelled withdrawal ".repeat(15);
  write(text, 0, 0, WIDTH_PT, STYLE);
  // A measurement takes some 20 µs, and a statement has thousands of texts.
  expect(measured.mock.calls.length).toBeLessThan(20);
  const cut = String(written.mock.calls[0]?.[0]);
  const kept = cut.slice(0, -1);
  expect(cut).toBe(`${text.slice(0, kept.length)}…`);
  expect(pdf.widthOfString(cut)).toBeLessThanOrEqual(WIDTH_PT);
  expect(pdf.widthOfString(`${text.slice(0, kept.length + 1)}…`)).toBeGreaterThan(WIDTH_PT);
});

test("a text that fits is whole, and of one for which there is no place an ellipsis is left", async () => {
  const { pdf, write } = await beginDocument({ size: "A4" });
  const written = vi.spyOn(pdf, "text");
  write("Deposit", 0, 0, WIDTH_PT, STYLE);
  write("Deposit", 0, 0, 1, STYLE);
  expect(written.mock.calls.map(([text]) => text)).toEqual(["Deposit", "…"]);
});
