import { expect } from "vitest";
import type { Answer } from "../fixtures/make";

/** ISO 8601 in UTC, the format of all timestamps in responses. */
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const anId = (prefix: string) =>
  expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`));

/** Expects the envelope of a success with exactly this data and no other fields. */
export function expectSuccess(answer: Answer, data: unknown, status = 200): void {
  expect(answer.json).toStrictEqual({ status: "success", message: expect.any(String), data });
  expect(answer.json.message).not.toBe("");
  expect(answer.status).toBe(status);
}

/** Expects the whole envelope of a refusal: the code in `message`, a text for people in `data.error`. */
export function expectRefusal(
  answer: Answer,
  status: number,
  code: string,
  data: Record<string, unknown> = {},
): void {
  expect(answer.json).toStrictEqual({
    status: "error",
    message: code,
    data: { error: expect.stringMatching(/\S{2,} \S/), ...data },
  });
  expect(answer.status).toBe(status);
}

/** Expects the refusal of an idempotency key that was used before. Source: spec: Errors. */
export function expectUsedKey(answer: Answer): void {
  const error = "Idempotency key has already been used";
  expect(answer.json).toStrictEqual({ status: "error", message: error, data: { error } });
  expect(answer.status).toBe(400);
}

/** Returns the properties and rules of a validation error, as `amount: max, min`. Also checks the envelope. */
export function invalidFields(answer: Answer): string[] {
  expect(answer.status).toBe(400);
  expect(answer.json).toStrictEqual({
    status: "error",
    message: "error",
    data: { error: expect.any(Array) },
  });
  const entries: { property: string; constraints: Record<string, string> }[] =
    answer.json.data.error;
  return entries.map((entry) => {
    expect(Object.keys(entry).sort()).toEqual(["constraints", "property"]);
    for (const text of Object.values(entry.constraints)) expect(text).toContain(entry.property);
    return `${entry.property}: ${Object.keys(entry.constraints).sort().join(", ")}`;
  });
}
