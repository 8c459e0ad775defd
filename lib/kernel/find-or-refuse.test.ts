import { expect, test, vi } from "vitest";
import { findOrRefuse } from "./find-or-refuse";
import { newId } from "./ids";

const refusal = { name: "ServiceError", code: "CARD_NOT_FOUND" };

test("the row of an id is returned", async () => {
  const row = { last4: "4242" };
  expect(await findOrRefuse("card", newId("card"), "CARD_NOT_FOUND", async () => row)).toBe(row);
});

test("an id without a row is refused with the code", async () => {
  const find = async () => undefined;
  await expect(findOrRefuse("card", newId("card"), "CARD_NOT_FOUND", find)).rejects.toMatchObject(
    refusal,
  );
});

test.each(["", "card_", "card_\u0000", newId("usr")])(
  "the text %j is no id of a card, and is refused without a lookup",
  async (text) => {
    const find = vi.fn(async () => "a row");
    await expect(findOrRefuse("card", text, "CARD_NOT_FOUND", find)).rejects.toMatchObject(refusal);
    expect(find).not.toHaveBeenCalled();
  },
);
