import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { UserField } from "./user-field";

let user: object;
vi.mock("./queries", () => ({
  useUser: () => user,
  useUsersToChoose: () => ({ data: undefined, isPlaceholderData: false }),
}));

/** Returns the text that the field shows while this user is chosen. */
function shown(value: string): string | undefined {
  const props = { name: "serviceId", value, error: undefined, onBlur() {}, onChoose() {} };
  const field = renderToStaticMarkup(createElement(UserField, props));
  return /<input[^>]* value="([^"]*)"/.exec(field)?.[1];
}

test("the chosen user is shown by name", () => {
  user = { data: { firstName: "Amara", lastName: "Okafor" }, isError: false };
  expect(shown("usr_1")).toBe("Amara Okafor");
  expect(shown("")).toBe("");
});

test("a chosen user whose name could not be loaded is shown by ID", () => {
  user = { data: undefined, isError: true };
  expect(shown("usr_1")).toBe("usr_1");
});
