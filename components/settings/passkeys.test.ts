import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Passkeys } from "./passkeys";

let passkeys: object;
let account: object;
vi.mock("./queries", () => ({ usePasskeys: () => passkeys, useAccount: () => account }));

const LOADING = { data: undefined, error: null, refetch() {} };
const FAILED = { ...LOADING, error: new Error("lost") };
const loaded = (data: object) => ({ ...LOADING, data });

/** Renders the passkeys while the two requests are in these states. */
function shown(states: { passkeys: object; account: object }): string {
  ({ passkeys, account } = states);
  return renderToStaticMarkup(createElement(Passkeys));
}

test.each([
  { passkeys: FAILED, account: loaded({ hasSecondFactor: true }) },
  { passkeys: loaded({ passkeys: [] }), account: FAILED },
  { passkeys: LOADING, account: FAILED },
])("a failure of either request is shown, with a way to try again", (states) => {
  expect(shown(states)).toContain("Passkeys could not be loaded");
  expect(shown(states)).toContain("Try again");
});

test("nothing has failed while either is loading", () => {
  expect(shown({ passkeys: LOADING, account: LOADING })).not.toContain("could not");
});
