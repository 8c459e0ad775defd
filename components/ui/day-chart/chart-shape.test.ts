import { expect, test } from "vitest";
import { chartShape } from "./chart-shape";

test("values lie between the bottom and a round top", () => {
  const { points, ticks } = chartShape([0, 6_000, 12_204.5]);
  expect(ticks.map(({ value }) => value)).toEqual([0, 5_000, 10_000, 15_000]);
  expect(points[0]).toEqual({ x: 0, y: 100 });
  expect(points[1]).toEqual({ x: 50, y: 60 });
  expect(points[2]?.x).toBe(100);
  expect(points[2]?.y).toBeCloseTo(18.64, 2);
});

test.each([[[]], [[0, 0, 0]], [[0.01]], [[1e9, 0]], [[7]]])("%j is drawn", (values) => {
  const { line, area, ticks } = chartShape(values);
  expect(`${line} ${area}`).not.toMatch(/NaN|Infinity|undefined/);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
  expect(ticks.length).toBeLessThanOrEqual(6);
});

test("a gap interrupts the line and the area, and a point between gaps is a short line", () => {
  const { line, area, points } = chartShape([1, 1, undefined, 1, undefined]);
  expect(line).toBe("M0,0 L25,0 M75,0 h0.6");
  expect(area).toBe("M0,100 L0,0 L25,0 L25,100 Z M75,100 L75,0 L75,100 Z");
  expect(points.map(({ y }) => y)).toEqual([0, 0, undefined, 0, undefined]);
});
