import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { PartnerField } from "./partner-field";

const PARTNERS = [
  { partnerId: "ptn_1", name: "Acme" },
  { partnerId: "ptn_2", name: "Boreal" },
];

vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("./queries", () => ({
  usePartnersToChoose: (search: string) => ({
    data: {
      partners: PARTNERS.filter(({ name }) => name.startsWith(search)).slice(0, 1),
      pagination: { total: PARTNERS.length },
    },
  }),
  usePartnerName: (id: string) => PARTNERS.find(({ partnerId }) => partnerId === id)?.name,
}));

beforeEach(() => unmount());

const shown = (value: string) => render(() => PartnerField({ name: "partnerId", value }));
const search = (value: string, text: string) => {
  const field = propsOf(shown(value), ({ label }) => label === "Find a partner");
  (field.onChange as (event: object) => void)({ target: { value: text } });
};
const wordOf = (value: string) =>
  propsOf(shown(value), (props) => props.value === value && !("label" in props)).children;

test("the chosen partner stays in view when another one is searched for", () => {
  search("ptn_1", "Boreal");
  expect(wordOf("ptn_1")).toBe("Acme");
});

test("a partner that is in the list is not listed twice", () => {
  search("ptn_2", "Boreal");
  const { children } = propsOf(shown("ptn_2"), ({ label }) => label === "Partner");
  const options = (children as unknown[]).flat().filter(Boolean);
  expect(options).toHaveLength(2);
});
