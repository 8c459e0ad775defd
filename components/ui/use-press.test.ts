import { beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "@/test/rendered";
import { usePress } from "./use-press";

vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));

const act = vi.fn();
type Press = ReturnType<typeof usePress<string>>;

beforeEach(() => {
  unmount();
  act.mockReset();
});

/** The props of a button that shows what it does. */
function button(shown: string): Press {
  let press: Press | undefined;
  render(() => {
    press = usePress(shown, act);
    return { type: "button", props: {}, key: null };
  });
  if (!press) throw new Error("not rendered");
  return press;
}
const key = (repeat = false) => ({ repeat }) as Parameters<Press["onKeyDown"]>[0];

test("a click does what the button showed when the pointer went down", () => {
  button("freeze").onPointerDown();
  button("unfreeze").onClick();
  expect(act).toHaveBeenLastCalledWith("freeze");
  button("unfreeze").onClick();
  expect(act).toHaveBeenLastCalledWith("unfreeze");
});

test("a key does what the button showed when it went down, however long it is held", () => {
  button("freeze").onKeyDown(key());
  button("unfreeze").onKeyDown(key(true));
  button("unfreeze").onClick();
  expect(act).toHaveBeenLastCalledWith("freeze");
});

test("a press that moves away is forgotten by the next one", () => {
  button("freeze").onPointerDown();
  button("unfreeze").onPointerDown();
  button("unfreeze").onClick();
  expect(act).toHaveBeenLastCalledWith("unfreeze");
});
