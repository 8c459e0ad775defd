import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { goTo } from "./address";
import { InstantForm } from "./instant-form";

let search = "";
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("./address", async (original) => ({
  ...(await original<object>()),
  goTo: vi.fn(),
  useAddress: () => ({
    params: new URLSearchParams(search),
    withParams: (changes: Record<string, string | undefined>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes))
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      return `/admin/books?${next}`;
    },
  }),
}));

beforeEach(() => {
  unmount();
  vi.mocked(goTo).mockReset();
});

const shown = () => render(() => InstantForm({}));
const instantField = () =>
  propsOf(shown(), ({ label }) => label === "As of") as {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
const type = (value: string) => instantField().onChange({ target: { value } });
const submit = () =>
  (shown().props as { onSubmit: (event: object) => void }).onSubmit({ preventDefault() {} });

test("another instant, and the present, are shown from the first page", () => {
  search = "at=2026-11-20T00:00:00.000Z&cursor=crd_9&skip=50";
  type("2026-11-21T10:05:09");
  submit();
  expect(goTo).toHaveBeenLastCalledWith("/admin/books?at=2026-11-21T10%3A05%3A09.000Z");
  const now = propsOf(shown(), ({ children }) => children === "Now");
  (now.onClick as () => void)();
  expect(goTo).toHaveBeenLastCalledWith("/admin/books?");
});

test("the field follows the address, for example after the Back button", () => {
  search = "at=2026-11-20T00:00:00.000Z";
  type("2026-11-21T10:05:09");
  submit();
  search = "at=2026-11-21T10:05:09.000Z";
  expect(instantField().value).toBe("2026-11-21T10:05:09");
  search = "at=2026-11-20T00:00:00.000Z";
  expect(instantField().value).toBe("2026-11-20T00:00:00");
});

test("what is typed stays while the address is the same", () => {
  search = "";
  type("2026-11-21T10:05");
  expect(instantField().value).toBe("2026-11-21T10:05");
});
